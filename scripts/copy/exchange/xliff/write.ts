import { DOMImplementation, type Element, XMLSerializer } from '@xmldom/xmldom'
import { digest } from '../../reviewed'
import { partsOf } from '../codes'
import type { Entry, Exchange } from '../entries'
import { withPluralForms } from '../plurals'
import { add, core, indent, modules, setAttributes } from './elements'
import { addSegment } from './segment'

/** XLIFF 2.1 (https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html); the keys are the units' ids. */
export function writeXliff({ locale, entries, notes, pictures }: Exchange): string {
  const document = new DOMImplementation().createDocument(core, 'xliff', null)
  const root = document.documentElement
  if (!root) throw new Error('The XML library made a document without a root.')
  for (const [prefix, namespace] of Object.entries(modules)) {
    root.setAttributeNS('http://www.w3.org/2000/xmlns/', `xmlns:${prefix}`, namespace)
  }
  setAttributes(root, { version: '2.1', srcLang: 'en', trgLang: locale })
  const file = add(root, 'file', { id: 'messages', original: `messages/${locale}.json`, 'xml:space': 'preserve' })
  const profiles = add(file, 'slr:profiles', { generalProfile: 'xliff:codepoints' })
  add(profiles, 'slr:normalization', { general: 'none' })
  addNotes(file, { language: notes })
  for (const entry of entries) addUnit(file, entry, locale, pictures[entry.key])
  indent(root)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(document)}\n`
}

function addUnit(file: Element, entry: Entry, locale: string, picture: string | undefined) {
  const { key, english, current, state, limits, places, terms } = entry
  const [size] = limits.map(({ min, max }) => (min === undefined ? `${max}` : `${min},${max}`))
  const unit = add(file, 'unit', { id: key, ...(size && { 'slr:sizeRestriction': size }) })
  addDigests(unit, { english, translation: current })
  addNotes(unit, {
    state: state === 'stale' ? ['English has changed since this was translated.'] : [],
    page: places,
    limit: limits.map(({ sentence }) => sentence),
    glossary: terms,
    picture: picture ? [picture] : [],
  })
  addSegment(unit, state, partsOf(withPluralForms(english, locale)), partsOf(current))
}

// By these the import knows whether a text has changed since.
function addDigests(unit: Element, texts: Record<string, string>) {
  const group = add(add(unit, 'mda:metadata'), 'mda:metaGroup', { category: 'export' })
  for (const [type, text] of Object.entries(texts)) add(group, 'mda:meta', { type }).textContent = digest(text)
}

function addNotes(parent: Element, notes: Record<string, string[]>) {
  const all = Object.entries(notes).flatMap(([category, texts]) => texts.map((text) => ({ category, text })))
  if (all.length === 0) return
  const list = add(parent, 'notes')
  for (const { category, text } of all) add(list, 'note', { category }).textContent = text
}
