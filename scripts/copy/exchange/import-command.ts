import { existsSync, readFileSync } from 'node:fs'
import { languages } from '@/lib/i18n/routing'
import { readSources } from '../../edit/catalogs'
import { saveChanges } from '../../edit/save'
import { textReport } from '../report-text'
import { ExchangeError } from './imported'
import { type ImportPlan, planImport } from './plan'
import { decode, readExchange } from './read-file'

/** Shows what a translator's file would change or, with `write`, changes it. `failed`: something is to be corrected. */
export function importFile(file: string | undefined, write: boolean): { report: string; failed: boolean } {
  if (!file || !existsSync(file)) throw new ExchangeError(`There is no file “${file ?? ''}”: name the one to import.`)
  const { files, versions } = readSources()
  const { locale, texts } = readExchange(decode(readFileSync(file)))
  const plan = planImport(texts, files, locale)
  if (write && plan.changes.length > 0) saveChanges(plan.changes, versions)
  const parts = [...detailsOf(plan), summaryOf(plan, languages[locale].name), nextStep(plan, write, file)]
  const failed = plan.skipped.length > 0 || plan.findings.some(({ level }) => level === 'error')
  return { report: parts.join('\n\n'), failed }
}

function detailsOf({ texts, skipped, findings }: ImportPlan): string[] {
  const changed = texts.map(({ key, before, after }) => {
    return [key, ...(before === '' ? [] : [`  - ${oneLine(before)}`]), `  + ${oneLine(after)}`].join('\n')
  })
  const refused = skipped.map(({ key, why }) => `  ${key}: ${why}`)
  return [
    ...changed,
    ...(refused.length > 0 ? [`Not taken over (${refused.length})\n${refused.join('\n')}`] : []),
    ...(findings.length > 0 ? [textReport(findings)] : []),
  ]
}

function oneLine(text: string): string {
  return text.replaceAll('\n', ' ⏎ ')
}

function summaryOf({ changes, texts, skipped, empty, same }: ImportPlan, language: string): string {
  const accepted = changes.length - texts.length
  const counts = [
    `${texts.length} changed`,
    ...(accepted > 0 ? [`${accepted} still right`] : []),
    `${skipped.length} not taken over`,
    `${same} as before`,
    `${empty} not translated`,
  ]
  return `${language}: ${counts.join(', ')}.`
}

function nextStep({ changes }: ImportPlan, write: boolean, file: string): string {
  if (changes.length === 0) return 'Nothing to write.'
  if (!write) return `Nothing is written yet. To write this: npm run copy -- import ${file} --write`
  return 'Written. Look at the pages (npm run edit), and propose the change.'
}
