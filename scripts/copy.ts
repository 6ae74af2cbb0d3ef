// `npm run copy`: checks the catalogs in messages/. Ends with 1 when something is to be fixed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { accept } from './copy/accept'
import { githubAnnotations, gitlabReport } from './copy/annotations'
import { checkAll } from './copy/check-all'
import { changesSince, formatChanges } from './copy/diff'
import type { exportToFolder } from './copy/exchange/export-command'
import { record } from './copy/record'
import { htmlReport } from './copy/report-html'
import { textReport } from './copy/report-text'

const usage = `npm run copy               check the texts
npm run copy -- --html     and write the report as a page, .cache/copy/report.html
npm run copy -- --json     and write it as data, .cache/copy/report.json
npm run copy -- --annotations github|gitlab
                           and have GitHub or GitLab show it beside the lines of a proposal
npm run copy -- accept     say that all translations still fit their English texts, or only these: accept KEY KEY ...
npm run copy -- diff [REV] show the texts that changed since a revision (HEAD when there is none)
npm run copy -- preview [REV]
                           make pictures of the changed pages, before and after, in .cache/copy/preview
npm run copy -- export fr  write the French texts that are missing or out of date for a translator: XLIFF and CSV, or
                           one of them (--xliff, --csv); --all texts; with --pictures of their places
npm run copy -- import F   show what the file F of a translator changes; with --write change it
npm run copy -- record     for developers: record which page shows which text (starts the preview)`

const flag = { type: 'boolean' } as const
const options = {
  ...{ html: flag, json: flag, help: flag, annotations: { type: 'string' } as const },
  ...{ xliff: flag, csv: flag, all: flag, pictures: flag, write: flag },
}

type Report = { html?: boolean; json?: boolean; annotations?: string }

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [command = 'check', ...rest] = positionals
  if (!['github', 'gitlab', undefined].includes(values.annotations)) throw new Error(usage)
  if (values.help) console.log(usage)
  else if (command === 'accept') console.log(accept(rest))
  else if (command === 'diff')
    console.log(formatChanges(changesSince(rest[0] ?? 'HEAD'), process.stdout.columns ?? 150))
  else if (command === 'export') console.log(await exportTexts(rest[0], values))
  else if (command === 'import') process.exitCode = await importTexts(rest[0], values.write === true)
  else if (command === 'record') console.log(await record())
  else if (command === 'preview') console.log(await preview(rest[0]))
  else if (command === 'check') process.exitCode = report(values)
  else throw new Error(`There is no command “${command}”.\n${usage}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

// Loaded only here: all of these need more than the check.
async function exportTexts(...args: Parameters<typeof exportToFolder>): Promise<string> {
  return (await import('./copy/exchange/export-command')).exportToFolder(...args)
}

async function importTexts(file: string | undefined, write: boolean): Promise<number> {
  const { report, failed } = (await import('./copy/exchange/import-command')).importFile(file, write)
  console.log(report)
  return failed ? 1 : 0
}

function report({ html, json, annotations }: Report): number {
  const findings = checkAll()
  console.log(textReport(findings))
  if (html) save('.cache/copy/report.html', htmlReport(findings))
  if (json) save('.cache/copy/report.json', `${JSON.stringify(findings, null, 2)}\n`)
  if (annotations === 'github' && findings.length > 0) console.log(`\n${githubAnnotations(findings)}`)
  if (annotations === 'gitlab') save('.cache/copy/gitlab.json', gitlabReport(findings))
  return findings.some(({ level }) => level === 'error') ? 1 : 0
}

async function preview(revision: string | undefined): Promise<string> {
  const { makePreview } = await import('./copy/preview/make')
  return makePreview(revision)
}

function save(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(`\nWritten to ${file}`)
}
