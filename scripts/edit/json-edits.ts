// Edits of JSON that leave all else in the file as it is written.
import { applyEdits, findNodeAtLocation, getNodeValue, modify, type Node, parseTree } from 'jsonc-parser'
import type { Sources } from '../copy/sources'

export function valueAt(source: string | undefined, path: string[]): unknown {
  const node = nodeAt(source, path)
  return node && getNodeValue(node)
}

function nodeAt(source: string | undefined, path: string[]): Node | undefined {
  const tree = source === undefined ? undefined : treeOf(source)
  return tree && findNodeAtLocation(tree, path)
}

const trees = new Map<string, Node | undefined>()
const maxTrees = 12

// A change asks the same file several times.
function treeOf(source: string): Node | undefined {
  if (trees.size > maxTrees) trees.clear()
  const tree = trees.get(source) ?? parseTree(source)
  trees.set(source, tree)
  return tree
}

export function namesAt(source: string | undefined, path: string[]): string[] {
  const value = valueAt(source, path)
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

/** A file with other texts in the place of those that it has. */
export function replaceTexts(source: string, texts: { path: string[]; text: string }[]): string {
  const edits = texts.flatMap(({ path, text }) => {
    const { offset, length } = nodeAt(source, path) ?? {}
    return offset === undefined || length === undefined ? [] : [{ offset, length, content: JSON.stringify(text) }]
  })
  return applyEdits(source, edits)
}

/** The files with a value more in one of them: after the last of those that stand before it in `orderOf` its group. */
export function insert(
  files: Sources,
  file: string,
  path: string[],
  value: unknown,
  orderOf: (group: string[]) => string[],
): Sources {
  const source = files[file] ?? '{}\n'
  const known = path.findLastIndex((_, length) => valueAt(source, path.slice(0, length)) !== undefined)
  const order = orderOf(path.slice(0, known))
  const preceding = order.slice(0, order.indexOf(path[known] ?? ''))
  const getInsertionIndex = (names: string[]) => names.findLastIndex((name) => preceding.includes(name)) + 1
  const edits = modify(source, path, value, { getInsertionIndex, formattingOptions: formattingOf(source) })
  return { ...files, [file]: applyEdits(source, edits) }
}

/** The files with a value less in one of them. */
export function remove(files: Sources, file: string, path: string[]): Sources {
  const source = files[file] ?? '{}\n'
  const edits = modify(source, path, undefined, { formattingOptions: formattingOf(source) })
  return { ...files, [file]: applyEdits(source, edits) }
}

function formattingOf(source: string) {
  const indent = source.match(/\n([ \t]+)"/)?.[1] ?? '  '
  return { insertSpaces: !indent.includes('\t'), tabSize: indent.length }
}
