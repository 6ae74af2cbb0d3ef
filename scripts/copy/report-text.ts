import { type Finding, type Level, levels } from './types'

export const headings: Record<Level, string> = { error: 'To fix', warning: 'To look at', note: 'To know' }

export function byLevel(findings: Finding[]): { level: Level; own: Finding[] }[] {
  const groups = levels.map((level) => ({ level, own: findings.filter((finding) => finding.level === level) }))
  return groups.filter(({ own }) => own.length > 0)
}

export function textReport(findings: Finding[]): string {
  if (findings.length === 0) return 'The catalogs are in order.'
  const parts = byLevel(findings).flatMap(({ level, own }) => [`${headings[level]} (${own.length})`, ...own.map(entry)])
  return [...parts, summary(findings)].join('\n\n')
}

/** “2 errors, 1 warning, 0 notes”. */
export function summary(findings: Finding[]): string {
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
