import type { Finding, Level } from './types'

/** What the levels are called, the worst first. */
export const headings: Record<Level, string> = { error: 'To fix', warning: 'To look at', note: 'To know' }

/** The findings as plain text, by level and file. */
export function textReport(findings: Finding[]): string {
  if (findings.length === 0) return 'The catalogs are in order.'
  const levels = Object.keys(headings) as Level[]
  const parts = levels.flatMap((level) => {
    const own = findings.filter((finding) => finding.level === level)
    return own.length > 0 ? [`${headings[level]} (${own.length})`, ...own.map(entry)] : []
  })
  return [...parts, summary(findings)].join('\n\n')
}

/** “2 errors, 1 warning, 0 notes”. */
export function summary(findings: Finding[]): string {
  const levels: Level[] = ['error', 'warning', 'note']
  const counts = levels.map((level) => {
    const count = findings.filter((finding) => finding.level === level).length
    return `${count} ${level}${count === 1 ? '' : 's'}`
  })
  return counts.join(', ')
}

function entry({ file, line, column, key, pages, text, problem, fix, rule }: Finding): string {
  const lines = [
    `${file}:${line}:${column}  ${key ?? ''}  [${rule}]`,
    text !== undefined && `  text:  ${text.replaceAll('\n', ' ⏎ ')}`,
    pages.length > 0 && `  shown: ${pages.join(', ')}`,
    `  wrong: ${problem}`,
    `  fix:   ${fix}`,
  ]
  return lines.filter(Boolean).join('\n')
}
