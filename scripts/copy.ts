// `npm run copy`: checks the texts in messages/ and the brand's. Exits with 1
// if there is an error.
import { runSubcommand } from './commands'
import { type CopyFinding, levels } from './copy/catalogs'
import { checkAll } from './copy/check'
import { correctTypography } from './copy/correct'
import { isShallow } from './copy/history'
import { acceptTranslations } from './copy/reviewed'

const usage = `npm run copy                  check the texts
npm run copy -- all           check the texts and list every warning
npm run copy -- fix           correct spaces and quotation marks
npm run copy -- accept [KEY…] confirm that outdated translations are still right: all of them, or those with the given keys`

const maxAlike = 5

await runSubcommand(usage, {
  '': () => report(checkAll(), withoutRepetition),
  all: () => report(checkAll(), (findings) => findings.map(entryOf)),
  fix: correctTypography,
  accept: (...keys) => acceptTranslations(keys),
})

function report(
  findings: CopyFinding[],
  list: (alike: CopyFinding[]) => string[],
) {
  if (isShallow('messages'))
    console.log(
      'This folder lacks the full Git history, so the check cannot say which translations are out of date.\n',
    )
  if (findings.length === 0) return console.log('The texts are in order.')
  const counts = levels.map((level) => {
    const ofLevel = findings.filter((finding) => finding.level === level)
    if (ofLevel.length > 0)
      console.log(
        [
          `${level.toUpperCase()}S (${ofLevel.length})`,
          ...(level === 'error' ? ofLevel.map(entryOf) : list(ofLevel)),
          '',
        ].join('\n\n'),
      )
    return `${ofLevel.length} ${level}${ofLevel.length === 1 ? '' : 's'}`
  })
  console.log(counts.join(', '))
  if (findings.some(({ rule }) => rule === 'typography'))
    console.log(
      'npm run copy -- fix corrects errors in spaces and quotation marks.',
    )
  if (findings.some(({ level }) => level === 'error')) process.exitCode = 1
}

/**
 * Lists findings. If a rule finds many problems in a file, lists only the first
 * and counts the others.
 */
function withoutRepetition(findings: CopyFinding[]): string[] {
  const alike = Map.groupBy(findings, ({ rule, file }) => `${file} [${rule}]`)
  return [...alike].flatMap(([name, [first, ...others]]) => {
    if (!first) return []
    if (others.length < maxAlike) return [first, ...others].map(entryOf)
    const more = `${name}  ${others.length} more like this: npm run copy -- all`
    return [entryOf(first), more]
  })
}

function entryOf({
  file,
  line,
  column,
  key,
  pages,
  text,
  problem,
  fix,
  rule,
}: CopyFinding): string {
  const lines = [
    `${file}:${line}:${column}  ${key ?? ''}  [${rule}]`,
    text && `  text:  ${text.replaceAll('\n', ' ⏎ ')}`,
    pages.length > 0 && `  shown: ${pages.join(', ')}`,
    `  wrong: ${problem}`,
    `  fix:   ${fix}`,
  ]
  return lines.filter(Boolean).join('\n')
}
