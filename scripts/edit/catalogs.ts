// The texts on the disk, and the changes that the editor makes to them. Everything else in a file stays as it is.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { languages, routing } from '@/lib/i18n/routing'
import type { OwnTexts } from '@/lib/text'
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

const key = z.string().min(1)
const entry = { list: key, name: z.string() }
/** The entry before it; null for the first place. */
const after = z.string().nullable()

/** One edit; edits of list entries apply to all languages. */
const changeSchema = z.discriminatedUnion('type', [
  /** `brand` saves the text for this brand only. */
  z.strictObject({ type: z.literal('set'), key, locale: z.string(), text: z.string(), brand: z.boolean().optional() }),
  /** `texts` by language and field. */
  z.strictObject({
    type: z.literal('add'),
    ...entry,
    after,
    texts: z.record(z.string(), z.record(z.string(), z.string())),
  }),
  z.strictObject({ type: z.literal('move'), ...entry, after }),
  z.strictObject({ type: z.literal('remove'), ...entry }),
  /** Confirms that a stale translation is still right: in one language, or in all. */
  z.strictObject({ type: z.literal('accept'), key, locale: z.string().optional() }),
])

export type Change = z.infer<typeof changeSchema>

type ChangeOf<Type extends Change['type']> = Extract<Change, { type: Type }>

export type Versions = Record<string, string>

export const editSchema = z.strictObject({
  changes: z.array(changeSchema),
  versions: z.record(z.string(), z.string()),
})

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

export function viewOf(files: Sources): View {
  if (parsed?.files !== files) parsed = { files, view: parseSources(files) }
  const { view } = parsed
  const [first] = view.broken
  if (!first) return view
  const { file, line, problem, fix } = first
  throw new EditError(409, `${file} cannot be read. Line ${line}: ${problem} ${fix}`, { file })
}

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

export function committedTexts(): ReturnType<typeof shownTexts> {
  return shownTexts(parseSources({ [englishFile]: '{}', ...committedSources(Object.keys(readSources())) }))
}

export function applyChanges(files: Sources, changes: Change[]): Sources {
  return changes.reduce((made, change) => applyChange(made, change), files)
}

function applyChange(files: Sources, change: Change): Sources {
  if (change.type === 'add') return addEntry(files, change)
  if (change.type === 'move') return moveEntry(files, change)
  if (change.type === 'remove') return removeEntry(files, change)
  if (typeof valueAt(files[englishFile], change.key) !== 'string') {
    throw new EditError(404, `The text “${change.key}” no longer exists. Reload the page.`)
  }
  return change.type === 'set' ? setText(files, change) : files
}

function setText(files: Sources, { key, locale, text, brand }: ChangeOf<'set'>): Sources {
  const shared = catalogFile(locale)
  if (!(shared in files)) throw new EditError(404, `The site has no language “${locale}”.`)
  const own = brandTextsFile(locale)
  const isOwn = brand ?? typeof valueAt(files[own], key) === 'string'
  return edit(files, isOwn ? own : shared, key, () => clean(text))
}

function addEntry(files: Sources, { list, name, after, texts }: ChangeOf<'add'>): Sources {
  const names = namesOfList(files, list)
  if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(name)) {
    throw new EditError(400, 'A name starts with a small letter and has only English letters and digits, no spaces.')
  }
  if (names.includes(name)) throw new EditError(400, `There is already an entry “${name}”. Choose another name.`)
  const fields = Object.keys(Object(valueAt(files[englishFile], `${list}.${names[0]}`)))
  const order = placeAfter(name, after, names)
  return routing.locales.reduce((made, locale) => {
    const own = texts[locale] ?? {}
    if (fields.some((field) => !(field in own)) || Object.keys(own).length !== fields.length) {
      throw new EditError(400, `Write ${fields.join(' and ')} in every language. ${languages[locale].name} is missing.`)
    }
    const added = Object.fromEntries(fields.map((field) => [field, clean(own[field] ?? '')]))
    return edit(made, catalogFile(locale), list, (group) => inOrder({ ...Object(group), [name]: added }, order))
  }, files)
}

function moveEntry(files: Sources, { list, name, after }: ChangeOf<'move'>): Sources {
  const names = namesOfList(files, list, name)
  const others = names.filter((other) => other !== name)
  const order = placeAfter(name, after, others)
  return routing.locales.map(catalogFile).reduce((made, file) => {
    return edit(made, file, list, (group) => group && inOrder(Object(group), order))
  }, files)
}

function removeEntry(files: Sources, { list, name }: ChangeOf<'remove'>): Sources {
  const reason = whyKept(list, name, namesOfList(files, list, name))
  if (reason) throw new EditError(400, reason)
  const path = `${list}.${name}`
  const holders = Object.keys(files).filter((file) => valueAt(files[file], path) !== undefined)
  return holders.reduce((made, file) => edit(made, file, path, () => undefined), files)
}

/** Why a list entry cannot be deleted; undefined when it can. */
export function whyKept(list: string, name: string, names: string[]): string | undefined {
  if (names.length === 1) return 'This is the last entry, and the page needs one. Change its texts instead.'
  if (!readSharedTerms().entries.includes(`${list}.${name}`)) return undefined
  return 'The site shows this entry in other places too. Change its texts instead, or ask a developer.'
}

function namesOfList(files: Sources, list: string, name?: string): string[] {
  const names = Object.keys(Object(valueAt(files[englishFile], list)))
  if (!isAmong(list, readSharedTerms().lists) || names.length === 0) {
    throw new EditError(404, 'This list no longer exists. Reload the page.')
  }
  if (name !== undefined) refuseUnknown(name, names)
  return names
}

function placeAfter(name: string, after: string | null, names: string[]): string[] {
  if (after !== null) refuseUnknown(after, names)
  return names.toSpliced(after === null ? 0 : names.indexOf(after) + 1, 0, name)
}

function refuseUnknown(name: string, names: string[]) {
  if (!names.includes(name)) throw new EditError(404, `The entry “${name}” no longer exists. Reload the page.`)
}

// Text copied from a page carries the invisible marks of its key.
function clean(text: string): string {
  const cleaned = text.replace(/[\u{E0000}-\u{E007F}]/gu, '').replace(/\r\n?/g, '\n')
  if (cleaned.length <= maxLength) return cleaned
  const [limit, length] = [maxLength, cleaned.length].map((count) => count.toLocaleString('en'))
  throw new EditError(422, `A text can have at most ${limit} characters. This one has ${length}.`)
}

type Value = OwnTexts[string] | undefined

function valueAt(source = '{}', key: string): Value {
  return key.split('.').reduce<Value>((tree, name) => Object(tree)[name], JSON.parse(source))
}

function inOrder(group: OwnTexts, order: string[]): OwnTexts {
  const names = [...new Set([...order, ...Object.keys(group)])].filter((name) => name in group)
  return Object.fromEntries(names.map((name) => [name, group[name] ?? null]))
}

/** The files with one value of a file changed, added in the order of English, or removed. */
function edit(files: Sources, file: string, key: string, change: (value: Value) => Value): Sources {
  const source = files[file] ?? '{}\n'
  const next = update(JSON.parse(source), key.split('.'), change, JSON.parse(files[englishFile] ?? '{}'))
  const text = JSON.stringify(next, null, source.match(/\n([ \t]+)"/)?.[1] ?? '  ') + (source.match(/\s*$/)?.[0] ?? '')
  return { ...files, [file]: source.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text }
}

function update(tree: OwnTexts, path: string[], change: (value: Value) => Value, english: Value): OwnTexts {
  const [name = '', ...rest] = path
  const known = tree[name]
  const value = rest.length === 0 ? change(known) : update(Object(known ?? {}), rest, change, Object(english)[name])
  const { [name]: _, ...others } = tree
  if (value === undefined) return others
  if (name in tree) return { ...tree, [name]: value }
  const order = Object.keys(Object(english))
  const preceding = order.slice(0, order.indexOf(name))
  const at = Object.keys(tree).findLastIndex((other) => preceding.includes(other)) + 1
  return Object.fromEntries(Object.entries(tree).toSpliced(at, 0, [name, value]))
}
