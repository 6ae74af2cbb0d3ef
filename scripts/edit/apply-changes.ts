// The editor's changes to the files. Everything else in a file stays as it is.
import { applyEdits, modify } from 'jsonc-parser'
import { allLocales, type Locale, languages } from '@/lib/i18n/routing'
import { type OwnTexts, recordOf } from '@/lib/text'
import { brandTextsFile, catalogFile, type Sources } from '../copy/catalogs'
import { isAmong, sharedTerms } from '../copy/terms'
import { englishFile } from './catalogs'
import type { Change, ChangeOf } from './change-schema'
import { EditError } from './http'

export function applyChanges(files: Sources, changes: Change[]): Sources {
  return changes.reduce(applyChange, files)
}

function applyChange(files: Sources, change: Change): Sources {
  if (change.type === 'add') return addEntry(files, change)
  if (change.type === 'move') return moveEntry(files, change)
  if (change.type === 'remove') return removeEntry(files, change)
  if (typeof valueAt(files[englishFile], change.key) !== 'string') {
    throw new EditError(
      404,
      `The text “${change.key}” no longer exists. Reload the page.`,
    )
  }
  return change.type === 'set' ? setText(files, change) : files
}

function setText(
  files: Sources,
  { key, locale, text, brand }: ChangeOf<'set'>,
): Sources {
  const shared = catalogFile(locale)
  if (!(shared in files))
    throw new EditError(404, `The site has no language “${locale}”.`)
  const brandFile = brandTextsFile(locale)
  const isOwn = brand ?? typeof valueAt(files[brandFile], key) === 'string'
  return write(
    files,
    isOwn ? brandFile : shared,
    key,
    clean(text, valueAt(files[englishFile], key)),
  )
}

function addEntry(
  files: Sources,
  { list, name, after, texts }: ChangeOf<'add'>,
): Sources {
  const names = namesOfList(files, list)
  if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(name) || names.includes(name)) {
    throw new EditError(400, `An entry cannot have the key “${name}”.`)
  }
  const sample: OwnTexts = Object(
    valueAt(files[englishFile], `${list}.${names[0]}`),
  )
  const fields = Object.keys(sample)
  return placeEntry(files, { list, name, after }, names, (locale) => {
    const given = texts[locale] ?? {}
    if (
      fields.some((field) => given[field] === undefined) ||
      Object.keys(given).length !== fields.length
    ) {
      throw new EditError(
        400,
        `Write ${fields.join(' and ')} in every language. ${languages[locale].name} is missing.`,
      )
    }
    return recordOf(fields, (field) => clean(given[field] ?? '', sample[field]))
  })
}

function moveEntry(
  files: Sources,
  { list, name, after }: ChangeOf<'move'>,
): Sources {
  const names = namesOfList(files, list)
  refuseUnknown(name, names)
  const others = names.filter((other) => other !== name)
  return placeEntry(files, { list, name, after }, others, (locale) => {
    return valueAt(files[catalogFile(locale)], `${list}.${name}`)
  })
}

function placeEntry(
  files: Sources,
  { list, name, after }: Omit<ChangeOf<'move'>, 'type'>,
  others: string[],
  entryIn: (locale: Locale) => Value,
): Sources {
  if (after !== null) refuseUnknown(after, others)
  const order = others.toSpliced(
    after === null ? 0 : others.indexOf(after) + 1,
    0,
    name,
  )
  return allLocales.reduce((made, locale) => {
    const group: OwnTexts = {
      ...Object(valueAt(made[catalogFile(locale)], list)),
      [name]: entryIn(locale),
    }
    const names = new Set([...order, ...Object.keys(group)])
    const ordered = [...names].flatMap((name) =>
      group[name] === undefined ? [] : [[name, group[name]]],
    )
    return write(made, catalogFile(locale), list, Object.fromEntries(ordered))
  }, files)
}

function removeEntry(
  files: Sources,
  { list, name }: ChangeOf<'remove'>,
): Sources {
  const names = namesOfList(files, list)
  refuseUnknown(name, names)
  const reason = whyKept(list, name, names)
  if (reason) throw new EditError(400, reason)
  // Includes the neutral entry, which a brand shows if it does not confirm a
  // claim.
  const entries = [`${list}.${name}`, `Neutral.${list}.${name}`]
  return entries.reduce(removeValue, files)
}

function removeValue(files: Sources, key: string): Sources {
  const holders = Object.keys(files).filter(
    (file) => valueAt(files[file], key) !== undefined,
  )
  return holders.reduce(
    (made, file) => write(made, file, key, undefined),
    files,
  )
}

/** Returns why a list entry cannot be deleted; undefined if it can. */
export function whyKept(
  list: string,
  name: string,
  names: string[],
): string | undefined {
  if (names.length === 1)
    return 'This entry is the only one left, and the page needs at least one. Change its texts instead.'
  if (!sharedTerms().entries.includes(`${list}.${name}`)) return undefined
  return 'The site shows this entry in other places too. Change its texts instead, or ask a developer.'
}

function namesOfList(files: Sources, list: string): string[] {
  const names = Object.keys(Object(valueAt(files[englishFile], list)))
  if (isAmong(list, sharedTerms().lists) && names.length > 0) return names
  throw new EditError(404, 'This list no longer exists. Reload the page.')
}

function refuseUnknown(name: string, names: string[]) {
  if (!names.includes(name))
    throw new EditError(
      404,
      `The entry “${name}” no longer exists. Reload the page.`,
    )
}

/**
 * Removes the invisible marks of a key, which text copied from a page contains.
 * Keeps line breaks only in texts that have several lines.
 */
function clean(text: string, sample: Value): string {
  const typed = text
    .replace(/[\u{E0000}-\u{E007F}\u00AD\u200B-\u200D\u2060\uFEFF]/gu, '')
    .normalize('NFC')
  const hasLines = typeof sample === 'string' && sample.includes('\n')
  return hasLines
    ? typed.replace(/\r\n?/g, '\n')
    : typed.replace(/\s*[\r\n]\s*/g, ' ')
}

type Value = OwnTexts[string] | undefined

function valueAt(source = '{}', key: string): Value {
  return key
    .split('.')
    .reduce<Value>((tree, name) => Object(tree)[name], JSON.parse(source))
}

/**
 * Sets one value of a file, or removes it if undefined, and returns all files.
 */
function write(
  files: Sources,
  file: string,
  key: string,
  value: Value,
): Sources {
  const source = files[file] ?? '{}\n'
  const formattingOptions = {
    insertSpaces: !source.includes('\n\t'),
    tabSize: 2,
    eol: '\n',
  }
  return {
    ...files,
    [file]: applyEdits(
      source,
      modify(source, key.split('.'), value, { formattingOptions }),
    ),
  }
}
