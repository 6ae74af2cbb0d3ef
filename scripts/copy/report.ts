// The findings of the check as text, and as GitHub and GitLab show them beside the lines of a proposal.
import { createHash } from 'node:crypto'
import { type Finding, type Level, levels } from './catalogs'

const headings: Record<Level, string> = { error: 'Errors', warning: 'Warnings', note: 'Notes' }

function byLevel(findings: Finding[]): { level: Level; own: Finding[] }[] {
  const groups = levels.map((level) => ({ level, own: findings.filter((finding) => finding.level === level) }))
  return groups.filter(({ own }) => own.length > 0)
}

export function textReport(findings: Finding[]): string {
  if (findings.length === 0) return 'The texts are in order.'
  const parts = byLevel(findings).flatMap(({ level, own }) => [`${headings[level]} (${own.length})`, ...own.map(entry)])
  return [...parts, summary(findings)].join('\n\n')
}

function summary(findings: Finding[]): string {
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

/** GitHub shows at most this many of each kind per step. */
const maxShown = 10

const commands: Record<Level, string> = { error: 'error', warning: 'warning', note: 'notice' }

export function githubAnnotations(findings: Finding[]): string {
  const lines = findings.map((finding) => {
    const { file, line, column, key, locale, problem, fix, level } = finding
    const title = `${key ?? file} (${locale})`
    const properties = { file, line: String(line), col: String(column), title }
    const said = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`)
    return `::${commands[level]} ${said.join(',')}::${escapeData(`${problem}\n${fix}`)}`
  })
  const isCut = Object.keys(commands).some((level) => countOf(findings, level) > maxShown)
  return isCut
    ? [...lines, `GitHub shows ${maxShown} of each kind: the full list is above.`].join('\n')
    : lines.join('\n')
}

const severities: Record<Level, string> = { error: 'critical', warning: 'minor', note: 'info' }

export function gitlabReport(findings: Finding[]): string {
  const fingerprints = new Map<string, number>()
  const issues = findings.map(({ file, line, key, rule, level, problem, fix }) => {
    const description = `${key ?? file}: ${problem} ${fix}`
    // Without the line, so that a finding that only moved stays the same one.
    const name = [file, key, rule, problem].join('\0')
    const before = fingerprints.get(name) ?? 0
    fingerprints.set(name, before + 1)
    return {
      description,
      check_name: rule,
      fingerprint: createHash('sha256').update(`${name}\0${before}`).digest('hex'),
      severity: severities[level],
      location: { path: file, lines: { begin: line } },
    }
  })
  return `${JSON.stringify(issues, null, 2)}\n`
}

function countOf(findings: Finding[], level: string): number {
  return findings.filter((finding) => finding.level === level).length
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
