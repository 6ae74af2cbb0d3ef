import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import { routing } from '@/lib/i18n/routing'
import { readCatalogs } from './check'
import { type ChangedText, changesSince, compareTexts, sourceAt } from './diff'

/** The texts that changed since a revision, in the catalogs and among the brand's own. Throws for unreadable ones. */
export function allChangesSince(revision: string): ChangedText[] {
  const folder = brandTextsFolder()
  const ofCatalogs = changesSince(revision)
  if (!isInProject(folder)) return ofCatalogs
  const before = readTexts(folder, (file) => sourceAt(revision, file))
  return [...ofCatalogs, ...compareTexts(before, readTexts(folder, sourceNow))]
}

/** Relative to the project, with `/` everywhere, as git names files. */
export function brandTextsFolder(): string {
  return relative('.', join(brandFolder(env.BRAND), 'messages')).replaceAll('\\', '/')
}

/** A brand may have its folder elsewhere. */
export function isInProject(path: string): boolean {
  return !isAbsolute(path) && !path.startsWith('..')
}

function readTexts(folder: string, sourceOf: (file: string) => string | undefined) {
  const files = routing.locales.map((locale) => [locale, sourceOf(`${folder}/${locale}.json`) ?? '{}'])
  return readCatalogs(Object.fromEntries(files)).catalogs
}

function sourceNow(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
