import { existsSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { routing } from '@/lib/i18n/routing'
import { brandTextsFolder, isInProject } from '../../copy/all-changes'
import { catalogFile, check } from '../../copy/check'
import { checkAll } from '../../copy/check-all'
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
  const folder = brandTextsFolder()
  const own = isInProject(folder) ? [...parts, folder] : parts
  const known = await listByGit('diff', '--name-only', '--relative', '--no-renames', '-z', 'HEAD', '--', ...own)
  const added = await listByGit('ls-files', '--others', '--exclude-standard', '-z', '--', ...own)
  return { files: [...new Set([...known, ...added])].sort(), added }
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
  const folder = brandTextsFolder()
  return !isInProject(folder) && existsSync(folder) ? folder : undefined
}

function sourceNow(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
