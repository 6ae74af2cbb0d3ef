import { recordOf } from '@/lib/text'
import '@/lib/security/without-eval'
import * as z from 'zod/mini'
import { isLocale } from '@/lib/i18n/routing'
import { maxCharacters } from '@/lib/max-characters'
import { requiredCode } from '@/lib/required-code'
import { tidyCode, tidyLine } from '@/lib/typed-text'
import { type Metal, metals } from './archive'
import { canonicalDecimal, decimalPattern } from './decimal'
import {
  maxReasonCharacters,
  type NewReport,
  type ReportField,
  type ReportFieldDefinition,
  reportDefinitionOf,
  reportFields,
} from './fields'
import { fileAddressPattern, normalizeFileAddress } from './file-address'
import { currentDay, currentMonth, monthPattern } from './month'

type Check = z.core.$ZodCheck<string>

/** A required value is tidied before it is checked for being empty. */
type Checks = [tidy: Check, ...others: Check[]]

type FieldSchemas = {
  [Field in ReportField]: null extends NewReport[Field]
    ? ReturnType<typeof optional>
    : z.ZodMiniString<string>
}

/**
 * Returns the schema of a new report for a company that was founded in the year
 * `founded` and confirms tokens of the metals in `confirmed`.
 */
export function reportSchemaSince(
  founded: string,
  confirmed: readonly Metal[] = metals,
) {
  const fields = recordOf(reportFields, (field) =>
    fieldSchema(reportDefinitionOf(field), founded),
  ) as FieldSchemas
  const confirmation = z.optional(z.boolean({ error: 'invalid' }))
  return z
    .object({ ...fields, as_of_confirmed: confirmation })
    .check(({ value, issues }) => {
      const { as_of, report_date, as_of_confirmed } = value
      const addIssue = (field: ReportField, message: string) =>
        issues.push({ code: 'custom', message, path: [field], input: value })
      const isDated = !issues.some(
        ({ path }) => path?.[0] === 'as_of' || path?.[0] === 'report_date',
      )
      if (
        isDated &&
        as_of !== null &&
        !as_of.startsWith(report_date) &&
        !as_of_confirmed
      )
        addIssue('as_of', 'outside_month')
      for (const field of unconfirmedFigures(value, confirmed))
        addIssue(field, 'unconfirmed_metal')
      for (const field of missingFigures(value))
        addIssue(field, 'required_with_figures')
    })
}

type Validated = Pick<ReportFieldDefinition, 'kind' | 'required' | 'max'>

function fieldSchema({ kind, required, max = 0 }: Validated, founded: string) {
  const [tidy, ...checks] = checksOf(kind, max, founded)
  if (!required)
    return optional(z.string({ error: 'invalid' }).check(tidy, ...checks))
  return z
    .string({ error: requiredCode })
    .check(tidy, z.minLength(1, { error: 'required', abort: true }), ...checks)
}

function checksOf(
  kind: ReportFieldDefinition['kind'],
  max: number,
  founded: string,
): Checks {
  switch (kind) {
    case 'line':
      return [asLine, ...maxCharacters(max)]
    case 'address':
      return [
        asAddress,
        ...maxCharacters(max),
        z.refine(isFileAddress, { error: 'invalid_url', abort: true }),
        z.overwrite((value) => normalizeFileAddress(value) ?? value),
        z.regex(fileAddressPattern, { error: 'invalid_url', abort: true }),
        ...maxCharacters(max),
      ]
    case 'month':
      return dateChecks(
        z.regex(monthPattern, { error: 'invalid_month', abort: true }),
        founded,
        'future_month',
        currentMonth,
      )
    case 'day':
      return dateChecks(
        z.iso.date({ error: 'invalid_day', abort: true }),
        founded,
        'future_day',
        currentDay,
      )
    case 'fingerprint':
      return [
        asFingerprint,
        z.regex(/^[0-9a-f]{64}$/, { error: 'invalid_sha256' }),
      ]
    case 'figure':
      return [
        asCode,
        z.regex(/^\d+(\.\d+)?$/, { error: 'invalid_figure', abort: true }),
        z.regex(decimalPattern, { error: 'long_figure', abort: true }),
        z.overwrite(canonicalDecimal),
      ]
    case 'language':
      return [asCode, z.refine(isLocale, { error: 'invalid' })]
    case 'id':
      return [asCode, ...maxCharacters(64, 'unknown_report')]
  }
}

function dateChecks(
  isReal: Check,
  founded: string,
  future: string,
  now: () => string,
): Checks {
  const sinceFounding = z.refine<string>((value) => value >= founded, {
    error: 'before_founding',
  })
  const begun = z.refine<string>((value) => value <= now(), { error: future })
  return [asCode, isReal, sinceFounding, begun]
}

const asLine = z.overwrite(tidyLine)

const nonCharacter = /\p{Noncharacter_Code_Point}/u

// Leaves non-characters in an address, so that it is refused rather than turned
// into a different address. Removes tabs and line breaks, as browsers do
// (https://url.spec.whatwg.org/#url-parsing).
const asAddress = z.overwrite<string>((value) => {
  return nonCharacter.test(value)
    ? value
    : tidyLine(value.replace(/[\t\n\r]/g, ''))
})

const asCode = z.overwrite(tidyCode)

const asFingerprint = z.overwrite<string>((value) =>
  tidyCode(value).replace(/\s/g, '').toLowerCase(),
)

function isFileAddress(value: string): boolean {
  return normalizeFileAddress(value) !== undefined && !nonCharacter.test(value)
}

const blankAsNull = z.pipe(
  z.string({ error: 'invalid' }).check(asLine, z.regex(/^$/)),
  z.transform(() => null),
)

/** Accepts an optional value: omitted, null and blank all mean "not given". */
function optional(schema: z.ZodMiniString<string>) {
  const nullish = z.nullish(
    z.union([blankAsNull, schema], { error: firstCode }),
  )
  return z.pipe(
    nullish,
    z.transform((value) => value ?? null),
  )
}

/**
 * Reads the last option's error, because a union nests the errors of its
 * options and the last option is the intended schema.
 */
function firstCode(issue: {
  code?: string
  errors?: { message: string }[][]
}): string {
  return issue.errors?.at(-1)?.[0]?.message ?? 'invalid'
}

function figuresOfMetal(metal: Metal) {
  return [`${metal}_ounces`, `${metal}_tokens`] as const
}

function unconfirmedFigures(
  report: NewReport,
  confirmed: readonly Metal[],
): ReportField[] {
  return metals
    .filter((metal) => !confirmed.includes(metal))
    .flatMap(figuresOfMetal)
    .filter((name) => report[name] !== null)
}

/**
 * Requires all figures of a metal, a date and the firm that counted, because
 * figures prove nothing without them.
 */
function missingFigures(report: NewReport): ReportField[] {
  const given = metals
    .map(figuresOfMetal)
    .filter((pair) => pair.some((name) => report[name] !== null))
  const needed: ReportField[] =
    given.length > 0 ? [...given.flat(), 'as_of', 'firm'] : []
  return needed.filter((name) => report[name] === null)
}

export const withdrawalSchema = z.object({
  reason: fieldSchema({ kind: 'line', max: maxReasonCharacters }, ''),
})

/** `as_of_confirmed` is `true` or empty. */
export type DraftFields = Record<ReportField | 'as_of_confirmed', string>

export const maxDraftCharacters = 4000

const typed = z.pipe(
  z.nullish(
    z
      .string({ error: 'invalid' })
      .check(asLine, ...maxCharacters(maxDraftCharacters)),
  ),
  z.transform((value) => value ?? ''),
)

export const draftSchema = z.object({
  ...recordOf(reportFields, () => typed),
  as_of_confirmed: typed,
})
