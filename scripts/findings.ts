// The findings that `npm run doctor` and `npm run brand -- check` print.
import { confirmedMetals } from '@/lib/brand/claims'
import { missingTopics, topicNames, topics } from '@/lib/brand/disclosures'
import type { BrandFacts } from '@/lib/brand/facts'

/** The result of a check: a sentence, and advice unless it is `ok`. */
export type Finding = {
  state: 'ok' | 'warning' | 'error'
  about: string
  sentence: string
  advice?: string
}

/** Each reports a finding with this state. */
export const found = {
  ok: (about: string, sentence: string): Finding => ({
    state: 'ok',
    about,
    sentence,
  }),
  warning: createFinding('warning'),
  error: createFinding('error'),
}

function createFinding(state: Finding['state']) {
  return (about: string, sentence: string, advice: string): Finding => ({
    state,
    about,
    sentence,
    advice,
  })
}

export function printFindings(findings: Finding[]) {
  for (const { state, about, sentence, advice } of findings)
    console.log(
      `${state.padEnd(8)} ${about}: ${sentence}${advice ? `\n${' '.repeat(9)}→ ${advice}` : ''}`,
    )
  const count = (state: Finding['state']) =>
    findings.filter((finding) => finding.state === state).length
  console.log(`\nErrors: ${count('error')}. Warnings: ${count('warning')}.`)
  if (count('error') > 0) process.exitCode = 1
}

/** Writes advice with a list. */
export function adviceWithList(advice: string, lines: string[]): string {
  return [advice, ...lines].join('\n           - ')
}

export function checkDisclosures(
  { disclosures, claims }: Pick<BrandFacts, 'disclosures' | 'claims'>,
  isFictional = false,
): Finding {
  if (disclosures.examples && !isFictional) {
    const advice =
      'Replace them with your own in "disclosures" of brand.json, then set "examples" to false.'
    return found.error(
      'Disclosures',
      'the section “Legal and risk” shows the examples of a fictional company.',
      advice,
    )
  }
  const missing = missingTopics(disclosures, confirmedMetals(claims))
  if (missing.length === 0)
    return found.ok('Disclosures', 'every topic has a row.')
  const reasons = missing.map(
    (topic) => `${topic} (${topics[topic].about}): ${topics[topic].why}`,
  )
  const advice =
    'Add what you can to "disclosures" in brand.json (docs/brands.md). Buyers look for:'
  const summary = `${missing.length} of ${topicNames.length} topics have no row and appear nowhere.`
  return found.warning('Disclosures', summary, adviceWithList(advice, reasons))
}

type OwnFile = {
  fileUrl: string
  sha256: string | null
  title: string
  reportDate: string
}

export async function checkReportFiles(reports: OwnFile[]): Promise<Finding> {
  const about = 'Report files'
  // Imports late, because invalid settings are a finding too.
  const { fingerprintInPath } = await import('@/lib/attestations/file-address')
  const { absoluteAddress, inspectFile } = await import(
    '@/lib/attestations/file-store'
  )
  const storedFiles = reports.flatMap(({ fileUrl, sha256, ...report }) => {
    const kept = fingerprintInPath(new URL(absoluteAddress(fileUrl)).pathname)
    // Ignores a path that only looks like a stored file, because it is on
    // another site, unless it contains the report's own fingerprint.
    return kept && (fileUrl.startsWith('/') || kept === sha256)
      ? [{ ...report, sha256: kept }]
      : []
  })
  const wrong: string[] = []
  for (const { sha256, title, reportDate } of storedFiles) {
    const state = await inspectFile(sha256)
    if (state !== 'intact')
      wrong.push(`${sha256}.pdf of “${title}”, ${reportDate} (${state})`)
  }
  if (wrong.length === 0)
    return found.ok(
      about,
      `all ${storedFiles.length} files are in the database and undamaged.`,
    )
  const sentence = `${wrong.length} of ${storedFiles.length} files cannot be opened: ${wrong.join('; ')}.`
  return found.error(
    about,
    sentence,
    'Upload the same files again, which repairs them.',
  )
}
