import { existsSync, readFileSync } from 'node:fs'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import type { Messages } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'
import { fillUntranslated, untranslatedKeys } from '@/lib/i18n/untranslated'
import { mergeTexts } from '@/lib/map-texts'
import { catalogFile, readFiles } from './check'

/** What the files of the texts hold: the catalogs', and those of the brand that come before them. */
export type Sources = Record<string, string>

export function brandTextsFile(locale: string): string {
  return `${brandFolder(env.BRAND)}/messages/${locale}.json`
}

export function readSources(): Sources {
  const catalogs = Object.entries(readFiles()).map(([locale, source]) => [catalogFile(locale), source])
  const own = routing.locales.map(brandTextsFile).filter((file) => existsSync(file))
  return Object.fromEntries([...catalogs, ...own.map((file) => [file, readFileSync(file, 'utf8')])])
}

/** A language's texts as visitors read them: English ones for what is not translated. Throws on JSON that is broken. */
export function wordsOf(sources: Sources, locale: string): Messages {
  const [catalog, own] = [catalogFile(locale), brandTextsFile(locale)].map((file) => JSON.parse(sources[file] ?? '{}'))
  const texts = mergeTexts(catalog, own)
  if (locale === routing.defaultLocale || untranslatedKeys(texts).length === 0) return texts as Messages
  return fillUntranslated(texts, wordsOf(sources, routing.defaultLocale)) as Messages
}
