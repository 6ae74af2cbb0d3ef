import '@/lib/security/without-eval'
import * as z from 'zod/mini'
import { daySince, figure, fingerprint, line, monthSince, optional, requiredLine } from './fields'

const figures = ['gold_ounces', 'gold_tokens', 'silver_ounces', 'silver_tokens'] as const

const pairs = [
  ['gold_ounces', 'gold_tokens'],
  ['silver_ounces', 'silver_tokens'],
] as const

/**
 * A new report of a company founded in this year (YYYY), for the browser's form and `POST /api/attestations`. Messages
 * are codes the page translates. The year is handed in, as the company's facts are no part of the browser's scripts.
 */
export function reportSchemaSince(founded: string) {
  return z
    .object({
      title: requiredLine('title'),
      description: line('description'),
      report_date: monthSince(founded),
      file_url: requiredLine('file_url', z.refine(isWebAddress, { error: 'invalid_url' })),
      sha256: fingerprint,
      gold_ounces: figure,
      gold_tokens: figure,
      silver_ounces: figure,
      silver_tokens: figure,
      as_of: daySince(founded),
      firm: line('firm'),
      replaces: optional(z.string({ error: 'invalid' }).check(z.trim(), z.maxLength(64, { error: 'unknown_report' }))),
    })
    .check(({ value, issues }) => {
      for (const path of missingFigures(value)) {
        issues.push({ code: 'custom', message: 'required_with_figures', path: [path], input: value })
      }
    })
}

type Figures = Record<(typeof figures)[number] | 'as_of' | 'firm', string | null>

// Metal without the tokens it must cover proves nothing, nor do figures of no day and from nobody.
function missingFigures(report: Figures): (keyof Figures)[] {
  if (figures.every((name) => report[name] === null)) return []
  const halves = pairs.flatMap(([ounces, tokens]) => {
    if ((report[ounces] === null) === (report[tokens] === null)) return []
    return report[ounces] === null ? [ounces] : [tokens]
  })
  return [...halves, ...(['as_of', 'firm'] as const).filter((name) => report[name] === null)]
}

// A name and password in an address serve to make it look like another's.
function isWebAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

export type NewReport = z.output<ReturnType<typeof reportSchemaSince>>
export type ReportField = keyof NewReport

/** The body of a deletion, which may be empty. */
export const withdrawalSchema = z.object({ reason: line('reason') })
