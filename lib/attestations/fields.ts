import type { Prisma } from '@/lib/database/generated/client'

/** What there is to know about a field of a new report. */
export type Definition = {
  /** The column that holds it. */
  column: keyof Prisma.AttestationSelect
  /** How it is validated: as one line of text, a web address, a month, a day, a SHA-256, a decimal or a report's id. */
  kind: 'line' | 'address' | 'month' | 'day' | 'fingerprint' | 'figure' | 'id'
  /** One that is not required is null where it is left out or blank. */
  required?: true
  /** The most characters a text may have. */
  max?: number
}

/**
 * The fields of a new report, as the API and the form call them, in the order in which they are validated and told.
 * Figures are fine troy ounces held and tokens outstanding. Each has a label `Attestations.operatorActions.fields.NAME`.
 */
export const reportDefinitions = {
  title: { column: 'title', kind: 'line', required: true, max: 200 },
  description: { column: 'description', kind: 'line', max: 2000 },
  report_date: { column: 'reportDate', kind: 'month', required: true },
  file_url: { column: 'fileUrl', kind: 'address', required: true, max: 2000 },
  sha256: { column: 'sha256', kind: 'fingerprint' },
  gold_ounces: { column: 'goldOunces', kind: 'figure' },
  gold_tokens: { column: 'goldTokens', kind: 'figure' },
  silver_ounces: { column: 'silverOunces', kind: 'figure' },
  silver_tokens: { column: 'silverTokens', kind: 'figure' },
  as_of: { column: 'asOf', kind: 'day' },
  firm: { column: 'firm', kind: 'line', max: 200 },
  replaces: { column: 'replacesId', kind: 'id' },
} as const satisfies Record<string, Definition>

type Definitions = typeof reportDefinitions

export type ReportField = keyof Definitions

export const reportFields = Object.keys(reportDefinitions) as ReportField[]

/** A new report as it was validated. */
export type NewReport = {
  [Field in ReportField]: Definitions[Field] extends { required: true } ? string : string | null
}

/** A new report by the columns that hold it. */
export type ReportRow = { [Field in ReportField as Definitions[Field]['column']]: NewReport[Field] }

/** What is said of a field. */
export function definitionOf(field: ReportField): Definition {
  return reportDefinitions[field]
}

/** Makes a value for each field, by its name. */
export function mapFields<Value>(make: (field: ReportField) => Value): Record<ReportField, Value> {
  return Object.fromEntries(reportFields.map((field) => [field, make(field)])) as Record<ReportField, Value>
}

/** The most characters that the reason of a withdrawal may have. */
export const maxReasonCharacters = 500
