import type { Element } from '@xmldom/xmldom'
import type { Part } from '../codes'
import type { State } from '../entries'
import { add, addText, lineBreak } from './elements'

const states: Record<State, Record<string, string>> = {
  untranslated: { state: 'initial' },
  stale: { state: 'initial', subState: 'copy:stale' },
  translated: { state: 'translated' },
  recorded: { state: 'final' },
}

/** Adds the English text and, where there is one, the translation; translation tools protect their codes. */
export function addSegment(unit: Element, state: State, source: Part[], target: Part[]) {
  const data = addOriginalData(unit, [...source, ...target].flatMap(codesIn))
  const segment = add(unit, 'segment', states[state])
  const ids = new Map<string, string[]>()
  let count = 0
  const nextId = (code: string) => {
    count += 1
    ids.set(code, [...(ids.get(code) ?? []), `${count}`])
    return `${count}`
  }
  addParts(add(segment, 'source'), source, { data, idFor: nextId })
  // A code of the translation has the id of the same code in the source.
  const sameId = (code: string) => ids.get(code)?.shift() ?? nextId(code)
  if (target.length > 0) addParts(add(segment, 'target'), target, { data, idFor: sameId })
}

function codesIn(part: Part): string[] {
  if (part.type === 'words' || part.type === 'lineBreak') return []
  return part.type === 'link' ? [part.open, part.close, ...part.parts.flatMap(codesIn)] : [part.text]
}

function addOriginalData(unit: Element, codes: string[]): Map<string, string> {
  const data = new Map([...new Set(codes)].map((code, index) => [code, `d${index + 1}`]))
  if (data.size === 0) return data
  const list = add(unit, 'originalData')
  for (const [code, id] of data) addText(add(list, 'data', { id }), code)
  return data
}

type Codes = { data: Map<string, string>; idFor: (code: string) => string }

function addParts(parent: Element, parts: Part[], codes: Codes) {
  for (const part of parts) {
    if (part.type === 'words') addText(parent, part.text)
    else if (part.type === 'link') addLink(parent, part, codes)
    else addCode(parent, part, codes)
  }
}

const kept = { canCopy: 'no', canDelete: 'no' }

function addLink(parent: Element, { open, close, parts }: Extract<Part, { type: 'link' }>, codes: Codes) {
  const [dataRefStart = '', dataRefEnd = ''] = [codes.data.get(open), codes.data.get(close)]
  // Without brackets, which some tools do not escape.
  const shown = { dispStart: open.slice(1, -1), dispEnd: close.slice(1, -1) }
  const link = add(parent, 'pc', { id: codes.idFor(open), dataRefStart, dataRefEnd, ...shown, ...kept, type: 'link' })
  addParts(link, parts, codes)
}

type Code = Exclude<Part, { type: 'words' | 'link' }>

function addCode(parent: Element, code: Code, { data, idFor }: Codes) {
  const { type, text } = code
  const id = idFor(text)
  if (type === 'lineBreak') add(parent, 'ph', { id, disp: '⏎', ...kept, type: 'fmt', subType: lineBreak })
  else add(parent, 'ph', { id, dataRef: data.get(text) ?? '', disp: text, ...rulesFor(code) })
}

const variable = { type: 'ui', subType: 'xlf:var' }

function rulesFor(code: Code): Record<string, string> {
  if (code.type === 'branch') return { ...kept, canReorder: code.isFirst ? 'firstNo' : 'no' }
  // Where a number is written as a word, `#` may go.
  return code.type === 'number' ? variable : { ...kept, ...variable }
}
