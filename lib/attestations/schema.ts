import { z } from 'zod'
import { canonicalDecimal, isDecimal } from './decimal'
import { currentDay, currentMonth, isRealDay, isRealMonth } from './month'

/** The most characters each text may have. */
export const reportLimits = { title: 200, description: 2000, file_url: 2000, firm: 200, reason: 500 } as const

type Text = keyof typeof reportLimits

// Control characters and halves of characters have no place in a list, a feed or a CSV cell.
const uncontrolled = (value: string) =>
  value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()

function line(field: Text) {
  return z
    .string({ error: 'required' })
    .overwrite(uncontrolled)
    .max(reportLimits[field], { error: 'too_long', abort: true })
}

function required(field: Text) {
  return line(field).min(1, { error: 'required', abort: true })
}

const blank = z
  .string({ error: 'invalid' })
  .regex(/^\s*$/)
  .transform(() => null)

// Left out, null and blank are the same: not given.
function optional<Schema extends z.ZodType<string | null, string>>(schema: Schema) {
  const given = z.union([blank, schema], { error: firstCode })
  return given.nullish().transform((value) => value ?? null)
}

// A union reports its options' faults inside its own; the last option is the schema that was meant.
function firstCode(issue: { code?: string; errors?: { message: string }[][] }): string {
  return issue.errors?.at(-1)?.[0]?.message ?? 'invalid'
}

const figure = optional(
  z
    .string({ error: 'invalid' })
    .trim()
    .refine(isDecimal, { error: 'invalid_figure', abort: true })
    .transform(canonicalDecimal),
)

const day = z
  .string({ error: 'invalid' })
  .trim()
  .refine(isRealDay, { error: 'invalid_day', abort: true })
  .refine((value) => value <= currentDay(), { error: 'future_day' })

const fingerprint = z
  .string({ error: 'invalid' })
  .overwrite((value) => value.replace(/\s/g, '').toLowerCase())
  .regex(/^[0-9a-f]{64}$/, { error: 'invalid_sha256' })

const figures = ['gold_ounces', 'gold_tokens', 'silver_ounces', 'silver_tokens'] as const

const pairs = [
  ['gold_ounces', 'gold_tokens'],
  ['silver_ounces', 'silver_tokens'],
] as const

/** A new report, for the browser's form and `POST /api/attestations`. Messages are codes the page translates. */
export const reportSchema = z
  .object({
    title: required('title'),
    description: optional(line('description')),
    report_date: z
      .string({ error: 'required' })
      .trim()
      .min(1, { error: 'required', abort: true })
      .refine(isRealMonth, { error: 'invalid_month', abort: true })
      .refine((value) => value <= currentMonth(), { error: 'future_month' }),
    file_url: required('file_url').refine(isWebAddress, { error: 'invalid_url' }),
    sha256: optional(fingerprint),
    gold_ounces: figure,
    gold_tokens: figure,
    silver_ounces: figure,
    silver_tokens: figure,
    as_of: optional(day),
    firm: optional(line('firm')),
    replaces: optional(z.string({ error: 'invalid' }).trim().max(64, { error: 'unknown_report' })),
  })
  .check(({ value, issues }) => {
    for (const path of missingFigures(value)) {
      issues.push({ code: 'custom', message: 'required_with_figures', path: [path], input: value })
    }
  })

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
  const { protocol, username, password } = new URL(value)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

export type NewReport = z.output<typeof reportSchema>
export type ReportInput = z.input<typeof reportSchema>
export type ReportField = keyof NewReport

/** The body of a deletion, which may be empty. */
export const withdrawalSchema = z.object({ reason: optional(line('reason')) })
