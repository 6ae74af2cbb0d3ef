import * as z from 'zod/mini'
import { type ReportField, reportFields } from '@/lib/attestations/fields'

export type DraftFields = Record<ReportField, string>

const maxCharacters = 4000

const typed = z.pipe(
  z.nullish(z.string({ error: 'invalid' }).check(z.maxLength(maxCharacters, { error: 'too_long' }))),
  z.transform((value) => value ?? ''),
)

/** A draft: the fields of a report as they were typed, complete and correct or not. */
export const draftSchema = z.object(
  Object.fromEntries(reportFields.map((field) => [field, typed])) as Record<ReportField, typeof typed>,
)
