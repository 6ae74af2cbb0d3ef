import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Catalog } from './types'

/** For each translation the digests of its English text and of its own when somebody last accepted the pair. */
export type Reviewed = Record<string, Record<string, string>>

/** A translation is `stale` when its English text has changed and it has not. */
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

/** The records with the chosen translations updated; other stale ones stay, and removed keys are dropped. */
export function review(
  reviewed: Reviewed,
  english: Catalog,
  translations: Catalog[],
  isChosen = (_key: string, _locale: string) => false,
): Reviewed {
  const records = translations.map(({ locale, messages }) => {
    const own = [...english.messages.values()].flatMap(({ key, text }) => {
      const translation = messages.get(key)?.text
      if (translation === undefined) return []
      const record = reviewed[locale]?.[key]
      const keeps = reviewOf(text, translation, record) === 'stale' && !isChosen(key, locale)
      return [[key, keeps && record ? record : `${digest(text)} ${digest(translation)}`]]
    })
    return [locale, Object.fromEntries(own)]
  })
  return Object.fromEntries(records)
}

export function writeReviewed(file: string, reviewed: Reviewed) {
  writeFileSync(file, formatRecord(reviewed))
}

/** A recorded file as it is kept in the repository. */
export function formatRecord(record: Reviewed | Record<string, string>): string {
  return `${JSON.stringify(record, null, 2)}\n`
}

/** A short fingerprint of a text, to tell whether it has changed. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
