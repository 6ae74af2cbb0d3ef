// What is wrong with the text of a catalog, in words for whoever wrote it.
import { parse as parseMessage } from '@formatjs/icu-messageformat-parser'
import { getNodePath, ParseErrorCode, parseTree } from 'jsonc-parser'

const straightQuote = 'A straight quote (") inside a text must be written \\".'

const sentences = {
  [ParseErrorCode.InvalidSymbol]: `Something stands here that is not between straight double quotes ("). ${straightQuote}`,
  [ParseErrorCode.PropertyNameExpected]:
    'The name of a text is expected here, between double quotes. After the last text of a group there is no comma.',
  [ParseErrorCode.ValueExpected]: 'A text between double quotes, or a group in braces, is expected here.',
  [ParseErrorCode.ColonExpected]: 'A colon (:) is missing here, between the name of a text and the text.',
  [ParseErrorCode.CommaExpected]: `A comma is missing here: one stands between two texts. ${straightQuote}`,
  [ParseErrorCode.CloseBraceExpected]: 'A closing brace (}) is missing here: every group that is opened is closed.',
  [ParseErrorCode.EndOfFileExpected]: 'The catalog is already closed here: there is one closing brace (}) too many.',
  [ParseErrorCode.InvalidCommentToken]: 'Comments are not possible in a catalog.',
  [ParseErrorCode.UnexpectedEndOfString]:
    'The text that begins here is not closed: its last double quote (") is missing.',
  [ParseErrorCode.InvalidEscapeCharacter]:
    'After a backslash in this text stands something unknown: write \\\\ for one.',
  [ParseErrorCode.InvalidUnicode]: 'After \\u in this text, four hexadecimal digits are expected.',
  [ParseErrorCode.InvalidCharacter]: 'This text holds a tab or another invisible character that is not possible here.',
}

// Their parser notices these at the next word; what is missing belongs after the one before.
const missing = [ParseErrorCode.CommaExpected, ParseErrorCode.CloseBraceExpected, ParseErrorCode.ColonExpected]

/** The first fault of a catalog with its place (line and column from 1), or undefined when there is none. */
export function findFault(source) {
  const errors = []
  const tree = parseTree(source, errors, { disallowComments: true })
  const [error] = errors
  if (error) {
    const offset = missing.includes(error.error) ? source.slice(0, error.offset).trimEnd().length : error.offset
    return faultAt(source, offset, sentences[error.error] ?? 'This is not as a catalog is written.')
  }
  if (tree?.type !== 'object') return faultAt(source, 0, 'A catalog is one group of texts, in braces.')
  for (const node of leavesOf(tree)) {
    const sentence =
      node.type === 'string' ? messageFault(node.value) : 'Only texts and groups of texts may stand here.'
    if (sentence) return faultAt(source, node.offset, sentence)
  }
}

/** The line (from 1) of every text of a catalog, by its key. */
export function linesOf(source) {
  const tree = parseTree(source)
  const leaves = tree ? leavesOf(tree) : []
  return Object.fromEntries(leaves.map((node) => [getNodePath(node).join('.'), lineAt(source, node.offset)]))
}

function leavesOf(node) {
  if (node.type !== 'object') return [node]
  return (node.children ?? []).flatMap(({ children }) => (children?.[1] ? leavesOf(children[1]) : []))
}

function messageFault(message) {
  try {
    parseMessage(message)
  } catch (error) {
    return `The braces or tags of this text do not match (${error.message.toLowerCase().replaceAll('_', ' ')}).`
  }
}

function faultAt(source, offset, sentence) {
  const line = lineAt(source, offset)
  const before = source.slice(0, offset)
  return { line, column: offset - before.lastIndexOf('\n'), text: source.split(/\r?\n/)[line - 1], sentence }
}

function lineAt(source, offset) {
  return source.slice(0, offset).split('\n').length
}
