// Records about the texts: which English text each translation was made from,
// and when each page last changed.
import { createHash } from 'node:crypto'
import { mapLocales, routing } from '@/lib/i18n/routing'
import { indexedPages } from '@/lib/routes'
import { contentHash } from '@/lib/seo/content-date'
import { site } from '@/lib/site'
import { readJson, writeText } from '@/lib/text-file.mjs'
import {
  type Catalog,
  filledCatalogOf,
  parseSources,
  readSources,
  type Sources,
} from './catalogs'

/**
 * For each translation, digests of the English text and of the translation when
 * the pair was last accepted.
 */
export type Reviewed = Record<string, Record<string, string>>

/**
 * A translation is `stale` if its English text has changed but the translation
 * has not.
 */
export type Review = 'new' | 'current' | 'changed' | 'stale'

export const reviewedFile = 'scripts/copy/reviewed.json'

export const datesFile = 'lib/seo/content-dates.json'

export function readReviewed(): Reviewed {
  return readJson(reviewedFile) ?? {}
}

export function readDates(): Record<string, string> {
  return readJson(datesFile)
}

export function reviewOf(
  english: string,
  translation: string,
  record: string | undefined,
): Review {
  if (!record) return 'new'
  const [source, own] = record.split(' ')
  const moved = source !== digest(english)
  if (own !== digest(translation)) return 'changed'
  return moved ? 'stale' : 'current'
}

/**
 * The records after a change; stale translations stay stale unless they are
 * accepted.
 */
export function review(
  reviewed: Reviewed,
  { english, catalogs }: { english: Catalog; catalogs: Catalog[] },
  isAccepted: (key: string, locale: string) => boolean = () => false,
): Reviewed {
  const records = translationsOf(catalogs).map(({ locale, messages }) => {
    const own = [...english.messages.values()].flatMap(({ key, text }) => {
      const translation = messages.get(key)?.text
      if (translation === undefined) return []
      const record = reviewed[locale]?.[key]
      const keeps =
        reviewOf(text, translation, record) === 'stale' &&
        !isAccepted(key, locale)
      return [
        [
          key,
          keeps && record ? record : `${digest(text)} ${digest(translation)}`,
        ],
      ]
    })
    return [locale, Object.fromEntries(own)]
  })
  return Object.fromEntries(records)
}

export function formatRecord(
  record: Reviewed | Record<string, string>,
): string {
  return `${JSON.stringify(record, null, 2)}\n`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

export function dateContent(
  recorded: Record<string, string>,
  sources: Sources,
): Record<string, string> {
  const today = new Date().toISOString().slice(0, 10)
  const words = mapLocales((locale) =>
    filledCatalogOf(sources, locale, site.claims),
  )
  const names = indexedPages.flatMap((page) =>
    routing.locales.map((locale) => ({ page, locale })),
  )
  const dates = names.map(({ page, locale }) => {
    const [name, hash] = [`${page}.${locale}`, contentHash(page, words[locale])]
    const known = recorded[name]
    return [name, known?.endsWith(` ${hash}`) ? known : `${today} ${hash}`]
  })
  return Object.fromEntries(dates)
}

export function recordContent(): string[] {
  const sources = readSources()
  const recorded = readDates()
  const dates = dateContent(recorded, sources)
  writeText(datesFile, formatRecord(dates))
  writeText(
    reviewedFile,
    formatRecord(review(readReviewed(), parseReadable(sources))),
  )
  const changed = Object.entries(dates).filter(
    ([name, date]) => date !== recorded[name],
  )
  return changed.map(([name, date]) => `${name}: ${date.split(' ')[0]}`)
}

/**
 * Records that stale translations are still right: all of them, or those under
 * these keys. Returns a report.
 */
export function acceptTranslations(keys: string[]): string {
  const parsed = parseReadable(readSources())
  const english = parsed.english.messages
  const isOf = (key: string, name: string) =>
    key === name || key.startsWith(`${name}.`)
  const unknown = keys.find(
    (name) => ![...english.keys()].some((key) => isOf(key, name)),
  )
  if (unknown)
    throw new Error(`There is no key “${unknown}”. Copy it from the report.`)
  const accepted: string[] = []
  const records = review(readReviewed(), parsed, (key, locale) => {
    const isChosen = keys.length === 0 || keys.some((name) => isOf(key, name))
    if (isChosen) accepted.push(`${locale}  ${key}`)
    return isChosen
  })
  writeText(reviewedFile, formatRecord(records))
  const done =
    accepted.length > 0
      ? ['Accepted translations:', ...accepted]
      : ['No translation was out of date.']
  return [...done, `Commit ${reviewedFile} with the catalogs.`].join('\n')
}

function parseReadable(sources: Sources) {
  const parsed = parseSources(sources)
  const [first] = parsed.broken
  if (first)
    throw new Error(
      `${first.file}:${first.line}: ${first.problem} ${first.fix}`,
    )
  return parsed
}

function translationsOf(catalogs: Catalog[]): Catalog[] {
  return catalogs.filter(({ locale }) => locale !== routing.defaultLocale)
}
