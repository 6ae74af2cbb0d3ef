import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Catalog } from './types'

/**
 * For each translation the digests of the English text that it was made from and of its own, as they were when somebody
 * last said that the two belong together.
 */
export type Reviewed = Record<string, Record<string, string>>

/** What has changed since: a translation is stale when its English text has, and it has not. */
export type Review = 'new' | 'current' | 'changed' | 'stale'

export const reviewedFile = 'scripts/copy/reviewed.json'

export function readReviewed(file: string): Reviewed {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

export function reviewOf(english: string, translation: string, record: string | undefined): Review {
  if (!record) return 'new'
  const [source, own] = record.split(' ')
  const moved = source !== digest(english)
  if (own !== digest(translation)) return 'changed'
  return moved ? 'stale' : 'current'
}

/**
 * The records with those of the chosen translations brought up to date; what is stale is left alone unless chosen. Keys
 * that are no more are dropped, and the order is that of the English catalog.
 */
export function review(
  reviewed: Reviewed,
  english: Catalog,
  translations: Catalog[],
  isChosen = (_key: string) => false,
): Reviewed {
  const records = translations.map(({ locale, messages }) => {
    const own = [...english.messages.values()].flatMap(({ key, text }) => {
      const translation = messages.get(key)?.text
      if (translation === undefined) return []
      const record = reviewed[locale]?.[key]
      const keeps = reviewOf(text, translation, record) === 'stale' && !isChosen(key)
      return [[key, keeps && record ? record : `${digest(text)} ${digest(translation)}`]]
    })
    return [locale, Object.fromEntries(own)]
  })
  return Object.fromEntries(records)
}

export function writeReviewed(file: string, reviewed: Reviewed) {
  writeFileSync(file, `${JSON.stringify(reviewed, null, 2)}\n`)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
