// JavaScript, as the preview of the development server reads it too, which runs before anything is compiled.
import { parseTree, printParseErrorCode } from 'jsonc-parser'

/**
 * A catalog's file, read as JSON with the place of every text; what is wrong with the JSON comes as findings.
 * @param {string} locale
 * @param {string} file
 * @param {string} source
 * @returns {{ catalog: import('./types').Catalog, broken: import('./types').Finding[] }}
 */
export function readCatalog(locale, file, source) {
  const catalog = { locale, file, messages: new Map(), groups: new Map() }
  const errors = []
  const placeOf = createPlaces(source)
  const report = (offset, problem, fix, key) => {
    return { level: 'error', rule: 'json', locale, file, ...placeOf(offset), key, problem, fix, pages: [] }
  }
  const [foreign] = source.match(/^\uFEFF|^(?:<{7}|={7}|>{7}).*$/m) ?? []
  if (foreign) return { catalog, broken: [report(source.indexOf(foreign), ...explainForeign(foreign))] }
  const tree = parseTree(source, errors, { disallowComments: true })
  const [first] = errors
  // What follows the first mistake is mostly its consequence.
  if (first) return { catalog, broken: [report(...explain(source, first))] }
  if (tree?.type !== 'object') return { catalog, broken: [report(0, 'The file holds no catalog.', beginWithBrace)] }
  const broken = []
  collect(tree, '', catalog, placeOf, (...details) => broken.push(report(...details)))
  return { catalog, broken }
}

const beginWithBrace = 'It begins with { and ends with }.'

function collect(node, path, catalog, placeOf, report) {
  const names = []
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

function createPlaces(source) {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset)
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}

function explainForeign(foreign) {
  if (foreign === '\uFEFF') return ['The file begins with an invisible mark (BOM).', 'Save it as UTF-8 without BOM.']
  return ['Two versions of the file were merged here and not settled.', 'Choose between them and delete this line.']
}

const innerQuotes = 'A quotation mark inside a text is written “ ” or \\".'

function explain(source, { error, offset }) {
  const found = source[offset] ?? ''
  // A missing mark is missing at the end of what stands before it.
  const end = source.slice(0, offset).trimEnd().length
  if (/[“”„«»‘’]/.test(found)) return [offset, `Here stands ${found} instead of ".`, 'JSON wants straight marks: ".']
  switch (printParseErrorCode(error)) {
    case 'CommaExpected':
      return [end, 'After this line a comma is missing, or a text ended too early.', `Put a , here. ${innerQuotes}`]
    case 'ColonExpected':
      return [end, 'Between the key and its text the colon is missing.', 'Write "key": "text".']
    case 'PropertyNameExpected':
      if (found === '}')
        return [end - 1, 'After the last text of a group stands a comma too many.', 'Delete this comma.']
      return [offset, 'Here a key in quotation marks is missing.', 'Write "key": "text".']
    case 'ValueExpected':
      return [end, 'Here a text in quotation marks is missing.', 'Write "key": "text".']
    case 'CloseBraceExpected':
      return [end, 'A group is not closed: a } is missing.', 'Every { needs its }, also the first one.']
    case 'EndOfFileExpected':
      return [offset, 'The catalog ends here, but more follows.', 'There may be a } too many above.']
    case 'UnexpectedEndOfString':
      return [offset, 'A text begins here and does not end on its line.', `Close it with ". ${innerQuotes}`]
    case 'InvalidCommentToken':
      return [offset, 'A comment stands here, and a catalog can have none.', 'Delete it.']
    case 'InvalidSymbol':
      return [offset, 'Something stands outside of the quotation marks, or a text ended too early.', innerQuotes]
    default:
      return [offset, 'This is not JSON.', `Every text stands in straight quotation marks: "…". ${innerQuotes}`]
  }
}
