// The report as GitHub and GitLab read it, to show it beside the lines of a pull or merge request.
import { createHash } from 'node:crypto'
import type { Finding, Level } from './types'

/** GitHub shows no more of each kind that a step says. */
const maxShown = 10

const commands: Record<Level, string> = { error: 'error', warning: 'warning', note: 'notice' }

/** Workflow commands of GitHub, one a line; the worst findings come first, as it shows ten of each kind. */
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
    ? [...lines, `GitHub shows ${maxShown} of each kind: all of them are listed above.`].join('\n')
    : lines.join('\n')
}

const severities: Record<Level, string> = { error: 'critical', warning: 'minor', note: 'info' }

/** A report of GitLab's “code quality”. */
export function gitlabReport(findings: Finding[]): string {
  const fingerprints = new Map<string, number>()
  const issues = findings.map(({ file, line, key, rule, level, problem, fix }) => {
    const description = `${key ?? file}: ${problem} ${fix}`
    // Without the line: a finding that only moved is the same one.
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

// As the runner of GitHub takes them apart again.
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
