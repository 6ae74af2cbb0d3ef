import { DOMParser, type Element, ParseError } from '@xmldom/xmldom'
import { digest } from '../../reviewed'
import { ExchangeError, type ImportedFile, type ImportedText } from '../imported'
import { childrenOf, core, modules } from './elements'
import { readInline } from './inline'

/** Reads XLIFF 2, also when a translation tool has split texts into sentences. Throws ExchangeError. */
export function readXliff(source: string): ImportedFile {
  const root = parse(source)
  if (root.localName !== 'xliff') throw new ExchangeError('This is XML, but not XLIFF.')
  if (root.namespaceURI !== core) {
    const version = root.getAttribute('version') ?? 'of another kind'
    throw new ExchangeError(`This is XLIFF ${version}. Save it as XLIFF 2.1 or 2.0 in the translation tool.`)
  }
  const language = root.getAttribute('srcLang') ?? ''
  if (!/^en\b/.test(language)) throw new ExchangeError(`This was translated from “${language}”, not from English (en).`)
  const units = [...root.getElementsByTagNameNS(core, 'unit')]
  return { locale: root.getAttribute('trgLang') ?? '', texts: units.map(readUnit) }
}

function parse(source: string): Element {
  // Entities could make a small file very large, and no translation tool writes them.
  if (/<!DOCTYPE/i.test(source)) throw new ExchangeError('The file has a DOCTYPE, which XLIFF has not.')
  try {
    const stop = (_: string, message: string) => {
      throw new Error(message)
    }
    // Of XML 1.0: the library would take other characters for line ends as well.
    const normalizeLineEndings = (text: string) => text.replace(/\r\n?/g, '\n')
    const { documentElement } = new DOMParser({ onError: stop, normalizeLineEndings }).parseFromString(
      source,
      'text/xml',
    )
    if (documentElement) return documentElement
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    throw new ExchangeError(
      `The file is broken: it is not XML${placeOf(error)}. Export it again from the translation tool.`,
    )
  }
  throw new ExchangeError('The file is empty.')
}

function placeOf({ locator }: ParseError): string {
  return locator?.lineNumber ? ` in line ${locator.lineNumber}` : ''
}

function readUnit(unit: Element): ImportedText {
  const key = unit.getAttribute('id') ?? ''
  const pieces = childrenOf(unit, 'segment', 'ignorable')
  const segments = pieces.filter(({ localName }) => localName === 'segment')
  const isTranslated = segments.length > 0 && segments.every((segment) => targetOf(segment) !== undefined)
  const isDone = segments.every((segment) => /^(translated|reviewed|final)$/.test(segment.getAttribute('state') ?? ''))
  const source = readInline(
    unit,
    pieces.flatMap((piece) => childrenOf(piece, 'source')),
  )
  const target = isTranslated ? readInline(unit, inOrder(pieces)) : { text: '' }
  const inFile = digest(source.text)
  const digests = { english: inFile, ...readDigests(unit), inFile }
  return { key, text: target.text, digests, isDone, problem: target.problem }
}

function targetOf(piece: Element): Element | undefined {
  return childrenOf(piece, 'target')[0]
}

// A tool may have put sentences into another order than in English.
function inOrder(pieces: Element[]): Element[] {
  const targets = pieces.map((piece, index) => {
    const element = targetOf(piece) ?? childrenOf(piece, 'source')[0]
    return { element, order: Number(element?.getAttribute('order') || index + 1) }
  })
  return targets.sort((a, b) => a.order - b.order).flatMap(({ element }) => element ?? [])
}

function readDigests(unit: Element): Record<string, string> {
  const all = [...unit.getElementsByTagNameNS(modules.mda ?? '', 'meta')]
  return Object.fromEntries(all.map((meta) => [meta.getAttribute('type') ?? '', meta.textContent ?? '']))
}
