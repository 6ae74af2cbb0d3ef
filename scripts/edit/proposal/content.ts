import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import { routing } from '@/lib/i18n/routing'
import { catalogFile, check, readCatalogs } from '../../copy/check'
import { checkAll } from '../../copy/check-all'
import { type ChangedText, changesSince, compareTexts, sourceAt } from '../../copy/diff'
import { reviewedFile } from '../../copy/reviewed'
import type { Finding } from '../../copy/types'
import { usageFile } from '../../copy/usage'
import { readSources } from '../catalogs'
import { git, listByGit, tryGit } from '../git'
import { recordsAfter } from '../records'
import type { Versions } from '../types'
import { writeFiles } from '../write-files'

/** What a proposal may hold: texts, and what is recorded or said about them. */
const parts = [
  ':(glob)messages/*.json',
  reviewedFile,
  'scripts/copy/terms',
  'lib/seo/content-dates.json',
  'lib/chatbot/training',
]

/** The changed files of a proposal, and those that are new to git. */
export async function changedFiles(): Promise<{ files: string[]; added: string[] }> {
  const folder = brandMessagesFolder()
  const own = isInProject(folder) ? [...parts, folder] : parts
  const known = await listByGit('diff', '--name-only', '--relative', '--no-renames', '-z', 'HEAD', '--', ...own)
  const added = await listByGit('ls-files', '--others', '--exclude-standard', '-z', '--', ...own)
  return { files: [...new Set([...known, ...added])].sort(), added }
}

/** The texts that differ from the last commit. Throws for catalogs that cannot be read. */
export function changedTexts(): ChangedText[] {
  const folder = brandMessagesFolder()
  if (!isInProject(folder)) return changesSince('HEAD')
  return [...changesSince('HEAD'), ...compareTexts(readBrand(folder, sourceAtHead), readBrand(folder, sourceNow))]
}

/** Why a proposal cannot be made: what the check calls an error, in the catalogs and in the brand's texts. */
export function findErrors(): Finding[] {
  return checkAll().filter(({ level }) => level === 'error')
}

/**
 * The same for the catalogs of the last commit, with the record of usage that is committed; none where that is what was
 * checked on the disk.
 */
export async function findCommittedErrors(checked: Versions): Promise<Finding[]> {
  if (await isCommitted(checked)) return []
  const read = (file: string) => git(['show', `HEAD:./${file}`])
  const files = await Promise.all(routing.locales.map(async (locale) => [locale, await read(catalogFile(locale))]))
  const findings = check(
    Object.fromEntries(files),
    JSON.parse(await read(reviewedFile)),
    JSON.parse(await read(usageFile)),
  )
  return findings.filter(({ level }) => level === 'error')
}

async function isCommitted(checked: Versions): Promise<boolean> {
  const { code } = await tryGit(['diff', '--quiet', 'HEAD', '--', 'messages', reviewedFile, usageFile])
  return code === 0 && isDeepStrictEqual(readSources().versions, checked)
}

/** Records the dates of the changed pages and the reviews of translations, as a save in the editor does. */
export function recordContent() {
  const records = Object.entries(recordsAfter(readSources().files, []))
  const changes = records.map(([file, after]) => ({ file, before: sourceNow(file), after }))
  writeFiles(changes.filter(({ before, after }) => before !== after))
}

/** The brand's own texts where they are not in this project; undefined otherwise. */
export function textsElsewhere(): string | undefined {
  const folder = brandMessagesFolder()
  return !isInProject(folder) && existsSync(folder) ? folder : undefined
}

function brandMessagesFolder(): string {
  return relative('.', join(brandFolder(env.BRAND), 'messages')).replaceAll('\\', '/')
}

function isInProject(folder: string): boolean {
  return !isAbsolute(folder) && !folder.startsWith('..')
}

function readBrand(folder: string, sourceOf: (file: string) => string | undefined) {
  const files = routing.locales.map((locale) => [locale, sourceOf(`${folder}/${locale}.json`) ?? '{}'])
  return readCatalogs(Object.fromEntries(files)).catalogs
}

function sourceAtHead(file: string): string | undefined {
  return sourceAt('HEAD', file)
}

function sourceNow(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
