// `npm run copy`: checks the texts in messages/ and those of the brand. Exits with 1 when there is an error.
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkAll } from './copy/check'
import { githubAnnotations, gitlabReport, textReport } from './copy/report'
import { acceptTranslations, recordContent } from './copy/reviewed'

const usage = `npm run copy                 check the texts
npm run copy -- --annotations github|gitlab
                             and show the findings beside the lines of a proposal
npm run copy -- accept [KEY] confirm that stale translations are still right: all, or those with these keys
npm run copy -- date         date changed pages and record changed translations (npm run content:date)`

try {
  const { values, positionals } = parseArgs({ options: { annotations: { type: 'string' } }, allowPositionals: true })
  const [command = 'check', ...rest] = positionals
  if (command === 'accept') console.log(acceptTranslations(rest))
  else if (command === 'date') for (const line of recordContent()) console.log(line)
  else if (command === 'check') process.exitCode = report(values.annotations)
  else throw new Error(`There is no command “${command}”.\n${usage}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

function report(annotations: string | undefined): number {
  const findings = checkAll()
  console.log(textReport(findings))
  if (annotations === 'github' && findings.length > 0) console.log(`\n${githubAnnotations(findings)}`)
  if (annotations === 'gitlab') {
    mkdirSync('.cache/copy', { recursive: true })
    writeFileSync('.cache/copy/gitlab.json', gitlabReport(findings))
  }
  return findings.some(({ level }) => level === 'error') ? 1 : 0
}
