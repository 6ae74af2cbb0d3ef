import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Catalog, Finding, Place } from './types'

type Problem = [offset: number, problem: string, fix: string, key?: string]

export function readCatalog(locale: string, file: string, source: string): { catalog: Catalog; broken: Finding[] } {
  const catalog: Catalog = { locale, file, messages: new Map(), groups: new Map() }
  const placeOf = createPlaces(source)
  const broken = readInto(catalog, source, placeOf).map(([offset, problem, fix, key]): Finding => {
    return { level: 'error', rule: 'json', locale, file, ...placeOf(offset), key, problem, fix, pages: [] }
  })
  return { catalog, broken }
}

function readInto(catalog: Catalog, source: string, placeOf: PlaceOf): Problem[] {
  const [foreign] = source.match(/^\uFEFF|^(?:<{7}|={7}|>{7}).*$/m) ?? []
  if (foreign) return [[source.indexOf(foreign), ...explainForeign(foreign)]]
  const errors: ParseError[] = []
  const tree = parseTree(source, errors, { disallowComments: true })
  const [first] = errors
  // The rest mostly follows from the first mistake.
  if (first) return [explain(source, first)]
  if (tree?.type !== 'object') return [[0, 'The file holds no catalog.', 'It begins with { and ends with }.']]
  return collect(tree, '', catalog, placeOf)
}

function collect(node: Node, path: string, catalog: Catalog, placeOf: PlaceOf): Problem[] {
  const names: string[] = []
  catalog.groups.set(path, names)
  return (node.children ?? []).flatMap(({ children: [name, value] = [] }) => {
    if (!name || !value) return []
    const key = path ? `${path}.${name.value}` : name.value
    const twice = names.includes(name.value)
    const problems: Problem[] = twice ? [[name.offset, `The key “${name.value}” stands twice here.`, dropOne, key]] : []
    names.push(name.value)
    if (value.type === 'object') return [...problems, ...collect(value, key, catalog, placeOf)]
    if (value.type !== 'string')
      return [...problems, [value.offset, `This is a ${value.type}, not a text.`, quoteIt, key]]
    catalog.messages.set(key, { key, text: value.value, ...placeOf(name.offset) })
    return problems
  })
}

const dropOne = 'Only the last of them is shown. Delete one, or give it another name.'
const quoteIt = 'Put the text in quotation marks: "…".'

type PlaceOf = (offset: number) => Place

function createPlaces(source: string): PlaceOf {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset)
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}

function explainForeign(foreign: string): [problem: string, fix: string] {
  if (foreign === '\uFEFF') return ['The file begins with an invisible mark (BOM).', 'Save it as UTF-8 without BOM.']
  return ['Two versions of the file were merged here and not settled.', 'Choose between them and delete this line.']
}

const innerQuotes = 'A quotation mark inside a text is written “ ” or \\".'

// Missing tokens belong at the `end` of what stands before them.
const explanations: Record<string, ['here' | 'end', problem: string, fix: string]> = {
  CommaExpected: [
    'end',
    'After this line a comma is missing, or a text ended too early.',
    `Put a , here. ${innerQuotes}`,
  ],
  ColonExpected: ['end', 'Between the key and its text the colon is missing.', 'Write "key": "text".'],
  PropertyNameExpected: ['here', 'Here a key in quotation marks is missing.', 'Write "key": "text".'],
  ValueExpected: ['end', 'Here a text in quotation marks is missing.', 'Write "key": "text".'],
  CloseBraceExpected: ['end', 'A group is not closed: a } is missing.', 'Every { needs its }, also the first one.'],
  EndOfFileExpected: ['here', 'The catalog ends here, but more follows.', 'There may be a } too many above.'],
  UnexpectedEndOfString: [
    'here',
    'A text begins here and does not end on its line.',
    `Close it with ". ${innerQuotes}`,
  ],
  InvalidCommentToken: ['here', 'A comment stands here, and a catalog can have none.', 'Delete it.'],
  InvalidSymbol: ['here', 'Something stands outside of the quotation marks, or a text ended too early.', innerQuotes],
}

function explain(source: string, { error, offset }: ParseError): Problem {
  const found = source[offset] ?? ''
  const end = source.slice(0, offset).trimEnd().length
  if (/[“”„«»‘’]/.test(found)) return [offset, `Here stands ${found} instead of ".`, 'JSON wants straight marks: ".']
  const code = printParseErrorCode(error)
  if (code === 'PropertyNameExpected' && found === '}')
    return [end - 1, 'After the last text of a group stands a comma too many.', 'Delete this comma.']
  const unknown = `Every text stands in straight quotation marks: "…". ${innerQuotes}`
  const [at, problem, fix] = explanations[code] ?? ['here', 'This is not JSON.', unknown]
  return [at === 'end' ? end : offset, problem, fix]
}
