import * as z from 'zod/mini'
import { canonicalDecimal, isDecimal } from './decimal'
import { currentDay, currentMonth, isRealDay, isRealMonth } from './month'

/** The most characters each text may have. */
export const reportLimits = { title: 200, description: 2000, file_url: 2000, firm: 200, reason: 500 } as const

type Text = keyof typeof reportLimits

// Control characters and halves of characters have no place in a list, a feed or a CSV cell.
const uncontrolled = z.overwrite<string>((value) =>
  value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim(),
)

function text(field: Text, ...checks: z.core.$ZodCheck<string>[]) {
  const short = z.maxLength(reportLimits[field], { error: 'too_long', abort: true })
  return z.string({ error: 'required' }).check(uncontrolled, short, ...checks)
}

/** A line of text that may be left out. */
export function line(field: Text) {
  return optional(text(field))
}

/** A line of text that must be given, and pass further checks. */
export function requiredLine(field: Text, ...checks: z.core.$ZodCheck<string>[]) {
  return text(field, z.minLength(1, { error: 'required', abort: true }), ...checks)
}

const blank = z.pipe(
  z.string({ error: 'invalid' }).check(z.regex(/^\s*$/)),
  z.transform(() => null),
)

/** A value for which left out, null and blank are the same: not given. */
export function optional<Schema extends z.core.$ZodType<string | null, string>>(schema: Schema) {
  const given = z.nullish(z.union([blank, schema], { error: firstCode }))
  return z.pipe(
    given,
    z.transform((value) => value ?? null),
  )
}

// A union reports its options' errors inside its own; the last option is the schema that was meant.
function firstCode(issue: { code?: string; errors?: { message: string }[][] }): string {
  return issue.errors?.at(-1)?.[0]?.message ?? 'invalid'
}

/** An optional figure in fine troy ounces or tokens, as an exact decimal string. */
export const figure = optional(
  z.pipe(
    z.string({ error: 'invalid' }).check(z.trim(), z.refine(isDecimal, { error: 'invalid_figure' })),
    z.transform(canonicalDecimal),
  ),
)

/** An optional day (YYYY-MM-DD) from this year (YYYY) on that is not in the future. */
export function daySince(year: string) {
  return optional(
    z.string({ error: 'invalid' }).check(
      z.trim(),
      z.refine(isRealDay, { error: 'invalid_day', abort: true }),
      z.refine((value: string) => value >= year, { error: 'before_founding' }),
      z.refine((value: string) => value <= currentDay(), { error: 'future_day' }),
    ),
  )
}

/** The month of a report (YYYY-MM), which is a real one from this year (YYYY) on and not in the future. */
export function monthSince(year: string) {
  return z.string({ error: 'required' }).check(
    z.trim(),
    z.minLength(1, { error: 'required', abort: true }),
    z.refine(isRealMonth, { error: 'invalid_month', abort: true }),
    z.refine((value: string) => value >= year, { error: 'before_founding' }),
    z.refine((value: string) => value <= currentMonth(), { error: 'future_month' }),
  )
}

/** An optional SHA-256 in hexadecimal digits, spaces allowed. */
export const fingerprint = optional(
  z.string({ error: 'invalid' }).check(
    z.overwrite((value) => value.replace(/\s/g, '').toLowerCase()),
    z.regex(/^[0-9a-f]{64}$/, { error: 'invalid_sha256' }),
  ),
)
