// The files of the texts: what is on the disk now, and what becomes of it by changes.
import { createHash } from 'node:crypto'
import { languages, routing } from '@/lib/i18n/routing'
import { catalogFile } from '../copy/check'
import { brandTextsFile, readSources as readFiles, type Sources } from '../copy/sources'
import { isAmong, readSharedTerms } from '../copy/terms'
import { EditError } from './http'
import { insert, namesAt, remove, replaceTexts, valueAt } from './json-edits'
import type { Change, Versions } from './types'

type ChangeOf<Type extends Change['type']> = Extract<Change, { type: Type }>

const englishFile = catalogFile(routing.defaultLocale)

export function readSources(): { files: Sources; versions: Versions } {
  const files = readFiles()
  return { files, versions: versionsOf(files) }
}

function versionsOf(files: Sources): Versions {
  return Object.fromEntries(Object.entries(files).map(([file, source]) => [file, digest(source)]))
}

export function digest(source: string): string {
  return createHash('sha256').update(source).digest('hex')
}

/** The files with changes made one after the other. Throws EditError for one that cannot be made. */
export function applyChanges(files: Sources, changes: Change[]): Sources {
  let made = files
  // Texts that follow each other are written at once: an import has a thousand.
  let texts: ChangeOf<'set'>[] = []
  for (const change of changes) {
    if (change.type === 'set') texts.push(change)
    else {
      made = applyChange(setTexts(made, texts), change)
      texts = []
    }
  }
  return setTexts(made, texts)
}

function applyChange(files: Sources, change: Exclude<Change, { type: 'set' }>): Sources {
  switch (change.type) {
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

function setTexts(files: Sources, changes: ChangeOf<'set'>[]): Sources {
  const latest = new Map(changes.map((change) => [`${change.locale}:${change.key}`, change]))
  const texts = [...latest.values()].map((change) => placeText(files, change))
  const replaced = Object.entries(files).map(([file, source]) => {
    const own = texts.filter((text) => text.file === file)
    return [file, replaceTexts(source, own)]
  })
  const added = texts.filter(({ file, path }) => valueAt(files[file], path) === undefined)
  return added.reduce(
    (made, { file, path, text }) => insert(made, file, path, text, (group) => namesAt(files[englishFile], group)),
    Object.fromEntries(replaced),
  )
}

function placeText(files: Sources, { key, locale, text }: ChangeOf<'set'>) {
  refuseUnknownKey(files, key)
  if (!(catalogFile(locale) in files)) throw new EditError(404, `The site has no language “${locale}”.`)
  const path = key.split('.')
  const own = brandTextsFile(locale)
  const file = typeof valueAt(files[own], path) === 'string' ? own : catalogFile(locale)
  return { file, path, text: cleanText(text) }
}

function addEntry(files: Sources, { list, name, after, texts }: ChangeOf<'add'>): Sources {
  const names = namesOfList(files, list)
  if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(name)) {
    throw new EditError(400, 'A name begins with a small letter and has only letters and digits of English, no spaces.')
  }
  if (names.includes(name)) throw new EditError(400, `There is already an entry “${name}”. Choose another name.`)
  const fields = namesAt(files[englishFile], [...list.split('.'), names[0] ?? ''])
  const order = placeAfter(name, after, names)
  return routing.locales.reduce((made, locale) => {
    const own = texts[locale] ?? {}
    const isWhole = fields.every((field) => field in own) && Object.keys(own).length === fields.length
    if (!isWhole)
      throw new EditError(400, `Write ${fields.join(' and ')} in every language: see ${languages[locale].name}.`)
    const entry = Object.fromEntries(fields.map((field) => [field, cleanText(own[field] ?? '')]))
    return insert(made, catalogFile(locale), [...list.split('.'), name], entry, () => order)
  }, files)
}

function moveEntry(files: Sources, { list, name, after }: ChangeOf<'move'>): Sources {
  const names = namesOfList(files, list)
  refuseUnknownEntry(name, names)
  const order = placeAfter(
    name,
    after,
    names.filter((other) => other !== name),
  )
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

/** Why an entry of a list cannot be deleted; undefined when it can. */
export function whyKept(list: string, name: string, names: string[]): string | undefined {
  if (names.length === 1) return 'This is the last entry, and the page needs one. Change its texts instead.'
  if (!readSharedTerms().entries.includes(`${list}.${name}`)) return undefined
  return 'The site shows this entry in other places too. Change its texts instead, or ask a developer.'
}

/** The names of a list's entries, in their order. Throws EditError where there is no such list. */
function namesOfList(files: Sources, list: string): string[] {
  const names = namesAt(files[englishFile], list.split('.'))
  if (isAmong(list, readSharedTerms().lists) && names.length > 0) return names
  throw new EditError(404, `“${list}” is no list of the site. Reload the page.`)
}

function placeAfter(name: string, after: string | null, names: string[]): string[] {
  if (after !== null) refuseUnknownEntry(after, names)
  return names.toSpliced(after === null ? 0 : names.indexOf(after) + 1, 0, name)
}

function refuseUnknownEntry(name: string, names: string[]) {
  if (!names.includes(name)) throw new EditError(404, `There is no entry “${name}” here any more. Reload the page.`)
}

function refuseUnknownKey(files: Sources, key: string) {
  if (typeof valueAt(files[englishFile], key.split('.')) === 'string') return
  throw new EditError(404, `There is no text “${key}” any more. Reload the page.`)
}

// Characters of the preview, which a text copied from the page has with it, are no part of it.
function cleanText(text: string): string {
  return text.replace(/[\u{E0000}-\u{E007F}]/gu, '').replace(/\r\n?/g, '\n')
}
