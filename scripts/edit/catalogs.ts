// The texts on the disk, and the changes that the editor makes to them. Everything else in a file stays as it is.
import { createHash } from 'node:crypto'
import { applyEdits, findNodeAtLocation, getNodeValue, modify, type Node, parseTree } from 'jsonc-parser'
import { languages, routing } from '@/lib/i18n/routing'
import {
  brandTextsFile,
  type Catalog,
  catalogFile,
  committedSources,
  type Message,
  parseSources,
  readSources,
  type Sources,
} from '../copy/catalogs'
import { isAmong, readSharedTerms } from '../copy/terms'
import { EditError } from './http'
import type { Change, Versions } from './types'

type ChangeOf<Type extends Change['type']> = Extract<Change, { type: Type }>

export type View = ReturnType<typeof parseSources>

/** A text as the site shows it, with its file. */
export type ShownText = Message & { file: string; ofBrand: boolean }

/** The longest text of the site has some 500 characters. */
const maxLength = 5_000

const englishFile = catalogFile(routing.defaultLocale)

export function readVersions(): { files: Sources; versions: Versions } {
  const files = readSources()
  return { files, versions: Object.fromEntries(Object.entries(files).map(([file, text]) => [file, digest(text)])) }
}

export function digest(source: string): string {
  return createHash('sha256').update(source).digest('hex')
}

let parsed: { files: Sources; view: View } | undefined

/** The parsed texts. Throws EditError for a broken file: nothing can be edited then. */
export function viewOf(files: Sources): View {
  if (parsed?.files !== files) parsed = { files, view: parseSources(files) }
  const { view } = parsed
  const [first] = view.broken
  if (!first) return view
  const { file, line, problem, fix } = first
  throw new EditError(409, `${file} cannot be read. Line ${line}: ${problem} ${fix}`, { file })
}

/** By language the texts that the site shows: the brand's own, and the shared ones for all others. */
export function shownTexts({ catalogs, ofBrand }: Pick<View, 'catalogs' | 'ofBrand'>) {
  return catalogs.map(({ locale, file, messages }: Catalog) => {
    const own = ofBrand.find((catalog) => catalog.locale === locale)
    const shown = [...messages.values()].map((message): [string, ShownText] => {
      const override = own?.messages.get(message.key)
      const text = override && own ? { ...override, file: own.file } : { ...message, file }
      return [message.key, { ...text, ofBrand: override !== undefined }]
    })
    return { locale, messages: new Map(shown) }
  })
}

/** The shown texts of the last commit; none without a repository. */
export function committedTexts(): ReturnType<typeof shownTexts> {
  return shownTexts(parseSources({ [englishFile]: '{}', ...committedSources(Object.keys(readSources())) }))
}

/** The files after these changes, made in order. Throws EditError for a change that cannot be made. */
export function applyChanges(files: Sources, changes: Change[]): Sources {
  return changes.reduce((made, change) => applyChange(made, change), files)
}

function applyChange(files: Sources, change: Change): Sources {
  switch (change.type) {
    case 'set':
      return setText(files, change)
    case 'add':
      return addEntry(files, change)
    case 'move':
      return moveEntry(files, change)
    case 'remove':
      return removeEntry(files, change)
    case 'accept':
      refuseUnknownKey(files, change.key)
      return files
  }
}

function setText(files: Sources, { key, locale, text, brand }: ChangeOf<'set'>): Sources {
  refuseUnknownKey(files, key)
  if (!(catalogFile(locale) in files)) throw new EditError(404, `The site has no language “${locale}”.`)
  const path = key.split('.')
  const own = brandTextsFile(locale)
  const isOwn = brand ?? typeof valueAt(files[own], path) === 'string'
  const file = isOwn ? own : catalogFile(locale)
  const node = nodeAt(files[file], path)
  if (!node) return insert(files, file, path, clean(text), (group) => namesAt(files[englishFile], group))
  const edit = { offset: node.offset, length: node.length, content: JSON.stringify(clean(text)) }
  return { ...files, [file]: applyEdits(files[file] ?? '', [edit]) }
}

function addEntry(files: Sources, { list, name, after, texts }: ChangeOf<'add'>): Sources {
  const names = namesOfList(files, list)
  if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(name)) {
    throw new EditError(400, 'A name starts with a small letter and has only English letters and digits, no spaces.')
  }
  if (names.includes(name)) throw new EditError(400, `There is already an entry “${name}”. Choose another name.`)
  const fields = namesAt(files[englishFile], [...list.split('.'), names[0] ?? ''])
  const order = placeAfter(name, after, names)
  return routing.locales.reduce((made, locale) => {
    const own = texts[locale] ?? {}
    const isWhole = fields.every((field) => field in own) && Object.keys(own).length === fields.length
    if (!isWhole) {
      throw new EditError(400, `Write ${fields.join(' and ')} in every language. ${languages[locale].name} is missing.`)
    }
    const entry = Object.fromEntries(fields.map((field) => [field, clean(own[field] ?? '')]))
    return insert(made, catalogFile(locale), [...list.split('.'), name], entry, () => order)
  }, files)
}

function moveEntry(files: Sources, { list, name, after }: ChangeOf<'move'>): Sources {
  const names = namesOfList(files, list)
  refuseUnknownEntry(name, names)
  const others = names.filter((other) => other !== name)
  const order = placeAfter(name, after, others)
  const path = [...list.split('.'), name]
  return routing.locales.map(catalogFile).reduce((made, file) => {
    const entry = valueAt(made[file], path)
    return entry === undefined ? made : insert(remove(made, file, path), file, path, entry, () => order)
  }, files)
}

function removeEntry(files: Sources, { list, name }: ChangeOf<'remove'>): Sources {
  const names = namesOfList(files, list)
  refuseUnknownEntry(name, names)
  const reason = whyKept(list, name, names)
  if (reason) throw new EditError(400, reason)
  const path = [...list.split('.'), name]
  const holders = Object.keys(files).filter((file) => valueAt(files[file], path) !== undefined)
  return holders.reduce((made, file) => remove(made, file, path), files)
}

/** Why a list entry cannot be deleted; undefined when it can. */
export function whyKept(list: string, name: string, names: string[]): string | undefined {
  if (names.length === 1) return 'This is the last entry, and the page needs one. Change its texts instead.'
  if (!readSharedTerms().entries.includes(`${list}.${name}`)) return undefined
  return 'The site shows this entry in other places too. Change its texts instead, or ask a developer.'
}

function namesOfList(files: Sources, list: string): string[] {
  const names = namesAt(files[englishFile], list.split('.'))
  if (isAmong(list, readSharedTerms().lists) && names.length > 0) return names
  throw new EditError(404, 'This list no longer exists. Reload the page.')
}

function placeAfter(name: string, after: string | null, names: string[]): string[] {
  if (after !== null) refuseUnknownEntry(after, names)
  return names.toSpliced(after === null ? 0 : names.indexOf(after) + 1, 0, name)
}

function refuseUnknownEntry(name: string, names: string[]) {
  if (!names.includes(name)) throw new EditError(404, `The entry “${name}” no longer exists. Reload the page.`)
}

function refuseUnknownKey(files: Sources, key: string) {
  if (typeof valueAt(files[englishFile], key.split('.')) === 'string') return
  throw new EditError(404, `The text “${key}” no longer exists. Reload the page.`)
}

// Text copied from a page carries the invisible marks of its key.
function clean(text: string): string {
  const cleaned = text.replace(/[\u{E0000}-\u{E007F}]/gu, '').replace(/\r\n?/g, '\n')
  if (cleaned.length <= maxLength) return cleaned
  const [limit, length] = [maxLength, cleaned.length].map((count) => count.toLocaleString('en'))
  throw new EditError(422, `A text can have at most ${limit} characters. This one has ${length}.`)
}

function valueAt(source: string | undefined, path: string[]): unknown {
  const node = nodeAt(source, path)
  return node && getNodeValue(node)
}

function nodeAt(source: string | undefined, path: string[]): Node | undefined {
  const tree = source === undefined ? undefined : treeOf(source)
  return tree && findNodeAtLocation(tree, path)
}

const trees = new Map<string, Node | undefined>()
const maxTrees = 12

function treeOf(source: string): Node | undefined {
  if (trees.size > maxTrees) trees.clear()
  const tree = trees.get(source) ?? parseTree(source)
  trees.set(source, tree)
  return tree
}

function namesAt(source: string | undefined, path: string[]): string[] {
  const value = valueAt(source, path)
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

/** Inserts a value after the last of the names that precede it in `orderOf` its group. */
function insert(
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

function remove(files: Sources, file: string, path: string[]): Sources {
  const source = files[file] ?? '{}\n'
  return {
    ...files,
    [file]: applyEdits(source, modify(source, path, undefined, { formattingOptions: formattingOf(source) })),
  }
}

function formattingOf(source: string) {
  const indent = source.match(/\n([ \t]+)"/)?.[1] ?? '  '
  return { insertSpaces: !indent.includes('\t'), tabSize: indent.length }
}
