// Finds translations of an earlier English text, and records which of them
// someone has confirmed.
import { createHash } from 'node:crypto'
import { routing } from '@/lib/i18n/routing'
import { fileError, readJson, writeText } from '@/lib/text-file.mjs'
import { parseSources, readSources, type Sources } from './catalogs'
import { readHistory, type TranslationHistory } from './translated-from'

/** Confirmed translations: a digest of both texts, by language and key. */
type Confirmed = Record<string, Record<string, string>>

export type Reviews = { confirmed: Confirmed; history: TranslationHistory }

export type Pair = {
  locale: string
  key: string
  english: string
  translation: string
}

export const reviewedFile = 'scripts/copy/reviewed.json'

export function readReviews(): Reviews {
  return { confirmed: readJson(reviewedFile) ?? {}, history: readHistory() }
}

/**
 * Returns the English text that a stale translation was made from, or undefined
 * if the translation is current or the history does not show it.
 */
export function earlierEnglish(
  pair: Pair,
  { confirmed, history }: Reviews,
): string | undefined {
  const { locale, key, english, translation } = pair
  const { texts, sources } = history
  if (texts[locale]?.get(key) !== translation) return undefined
  const committed = texts[routing.defaultLocale]?.get(key)
  const source = sources[locale]?.get(key) ?? committed
  const isConfirmed = confirmed[locale]?.[key] === digest(pair)
  if (source === undefined || isConfirmed) return undefined
  // A doubled or no-break space makes no translation wrong.
  return withPlainSpaces(source) === withPlainSpaces(english)
    ? undefined
    : source
}

function withPlainSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * Returns the text of the file of records, with the confirmed pairs added and
 * changed pairs removed.
 */
export function recordConfirmed(
  { confirmed }: Reviews,
  sources: Sources,
  isConfirmed: (pair: Pair) => boolean,
): string {
  const records: Confirmed = {}
  for (const pair of pairsOf(sources)) {
    const { locale, key } = pair
    const record = digest(pair)
    if (confirmed[locale]?.[key] !== record && !isConfirmed(pair)) continue
    records[locale] = { ...records[locale], [key]: record }
  }
  return `${JSON.stringify(records, null, 2)}\n`
}

/**
 * Records that stale translations are still right: all of them, or those under
 * these keys. Returns a report.
 */
export function acceptTranslations(keys: string[]): string {
  const sources = readSources()
  const { english, broken } = parseSources(sources)
  const [first] = broken
  if (first)
    throw fileError(
      `${first.file}:${first.line}: ${first.problem} ${first.fix}`,
    )
  const isOf = (key: string, name: string) =>
    key === name || key.startsWith(`${name}.`)
  const unknown = keys.find(
    (name) => ![...english.messages.keys()].some((key) => isOf(key, name)),
  )
  if (unknown)
    throw fileError(`There is no key “${unknown}”. Copy it from the report.`)
  const reviews = readReviews()
  const accepted = stalePairs(sources, reviews).filter(
    ({ key }) => keys.length === 0 || keys.some((name) => isOf(key, name)),
  )
  if (accepted.length === 0) return 'No translation was out of date.'
  const names = accepted.map(({ locale, key }) => `${locale}  ${key}`)
  const records = recordConfirmed(reviews, sources, ({ locale, key }) =>
    names.includes(`${locale}  ${key}`),
  )
  writeText(reviewedFile, records)
  return [
    'Accepted translations:',
    ...names,
    `Commit ${reviewedFile} with the catalogs.`,
  ].join('\n')
}

function stalePairs(sources: Sources, reviews: Reviews): Pair[] {
  return pairsOf(sources).filter(
    (pair) => earlierEnglish(pair, reviews) !== undefined,
  )
}

function pairsOf(sources: Sources): Pair[] {
  const { english, catalogs } = parseSources(sources)
  return catalogs.flatMap(({ locale, messages }) => {
    if (locale === routing.defaultLocale) return []
    return [...english.messages.values()].flatMap(({ key, text }) => {
      const translation = messages.get(key)?.text
      return translation === undefined
        ? []
        : [{ locale, key, english: text, translation }]
    })
  })
}

function digest({ english, translation }: Pair): string {
  const texts = JSON.stringify([english, translation])
  return createHash('sha256').update(texts).digest('hex').slice(0, 8)
}
