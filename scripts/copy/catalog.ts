import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Catalog, Finding, Place } from './types'

/** A catalog's file, read as JSON with the place of every text; what is wrong with the JSON comes as findings. */
export function readCatalog(locale: string, file: string, source: string): { catalog: Catalog; broken: Finding[] } {
  const catalog: Catalog = { locale, file, messages: new Map(), groups: new Map() }
  const errors: ParseError[] = []
  const placeOf = createPlaces(source)
  const report = (offset: number, problem: string, mend: string, key?: string): Finding => {
    return { level: 'error', rule: 'json', locale, file, ...placeOf(offset), key, problem, mend, pages: [] }
  }
  const [foreign] = source.match(/^\uFEFF|^(?:<{7}|={7}|>{7}).*$/m) ?? []
  if (foreign) return { catalog, broken: [report(source.indexOf(foreign), ...explainForeign(foreign))] }
  const tree = parseTree(source, errors, { disallowComments: true })
  const [first] = errors
  // What follows the first mistake is mostly its consequence.
  if (first) return { catalog, broken: [report(...explain(source, first))] }
  if (tree?.type !== 'object') return { catalog, broken: [report(0, 'The file holds no catalog.', beginWithBrace)] }
  const broken: Finding[] = []
  collect(tree, '', catalog, placeOf, (...faults) => broken.push(report(...faults)))
  return { catalog, broken }
}

const beginWithBrace = 'It begins with { and ends with }.'

type Report = (offset: number, problem: string, mend: string, key: string) => void

function collect(node: Node, path: string, catalog: Catalog, placeOf: (offset: number) => Place, report: Report) {
  const names: string[] = []
  catalog.groups.set(path, names)
  for (const { children: [name, value] = [] } of node.children ?? []) {
    if (!name || !value) continue
    const key = path ? `${path}.${name.value}` : name.value
    if (names.includes(name.value)) report(name.offset, `The key “${name.value}” stands twice here.`, dropOne, key)
    names.push(name.value)
    if (value.type === 'object') collect(value, key, catalog, placeOf, report)
    else if (value.type === 'string') catalog.messages.set(key, { key, text: value.value, ...placeOf(name.offset) })
    else report(value.offset, `This is a ${value.type}, not a text.`, 'Put the text in quotation marks: "…".', key)
  }
}

const dropOne = 'Only the last of them is shown. Delete one, or give it another name.'

function createPlaces(source: string): (offset: number) => Place {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset)
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}

function explainForeign(foreign: string): [string, string] {
  if (foreign === '\uFEFF') return ['The file begins with an invisible mark (BOM).', 'Save it as UTF-8 without BOM.']
  return ['Two versions of the file were merged here and not settled.', 'Choose between them and delete this line.']
}

const innerQuotes = 'A quotation mark inside a text is written “ ” or \\".'

function explain(source: string, { error, offset }: ParseError): [number, string, string] {
  const found = source[offset] ?? ''
  // A missing mark is missing at the end of what stands before it.
  const before = source.slice(0, offset).trimEnd().length - 1
  if (/[“”„«»‘’]/.test(found)) return [offset, `Here stands ${found} instead of ".`, 'JSON wants straight marks: ".']
  switch (printParseErrorCode(error)) {
    case 'CommaExpected':
      return [before, 'After this line a comma is missing, or a text ended too early.', `Put a , here. ${innerQuotes}`]
    case 'ColonExpected':
      return [before, 'Between the key and its text the colon is missing.', 'Write "key": "text".']
    case 'PropertyNameExpected':
      if (found === '}')
        return [before, 'After the last text of a group stands a comma too many.', 'Delete this comma.']
      return [offset, 'Here a key in quotation marks is missing.', 'Write "key": "text".']
    case 'ValueExpected':
      return [before, 'Here a text in quotation marks is missing.', 'Write "key": "text".']
    case 'CloseBraceExpected':
      return [Math.max(before, 0), 'A group is not closed: a } is missing.', 'Every { needs its }, also the first one.']
    case 'EndOfFileExpected':
      return [offset, 'The catalog ends here, but more follows.', 'There may be a } too many above.']
    case 'UnexpectedEndOfString':
      return [offset, 'A text begins here and does not end on its line.', `Close it with ". ${innerQuotes}`]
    case 'InvalidSymbol':
      return [offset, 'Something stands outside of the quotation marks, or a text ended too early.', innerQuotes]
    default:
      return [offset, 'This is not JSON.', `Every text stands in straight quotation marks: "…". ${innerQuotes}`]
  }
}
