export type ReportFieldDefinition = {
  /** The field's column in the database. */
  column: string
  /**
   * How the field is validated: 'line' is a single line of text, 'figure' a
   * decimal, 'language' a language of this site, 'id' the id of a report.
   */
  kind:
    | 'line'
    | 'language'
    | 'address'
    | 'month'
    | 'day'
    | 'fingerprint'
    | 'figure'
    | 'id'
  required?: true
  max?: number
}

/**
 * The fields of a new report, named as in the API and the form, in the order of
 * validation. Figures are in fine troy ounces and tokens. Labels are in the
 * catalog, under Attestations.operatorActions.fields.NAME.
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
  report_language: { column: 'reportLanguage', kind: 'language' },
  replaces: { column: 'replacesId', kind: 'id' },
} as const satisfies Record<string, ReportFieldDefinition>

type Definitions = typeof reportDefinitions

export type ReportField = keyof Definitions

export const reportFields = Object.keys(reportDefinitions) as ReportField[]

export type NewReport = {
  [Field in ReportField]: Definitions[Field] extends { required: true }
    ? string
    : string | null
}

export type ReportRow = {
  [Field in ReportField as Definitions[Field]['column']]: NewReport[Field]
}

export function reportDefinitionOf(field: ReportField): ReportFieldDefinition {
  return reportDefinitions[field]
}

export const maxReasonCharacters = 500

export const publicFields = {
  id: true,
  ...mapColumns((): true => true),
  createdAt: true,
} as const

/** Returns the columns of a report's row. */
export function rowOf(report: NewReport): ReportRow {
  return mapColumns((field) => report[field]) as ReportRow
}

function mapColumns<Value>(make: (field: ReportField) => Value) {
  const columns = reportFields.map((field) => [
    reportDefinitionOf(field).column,
    make(field),
  ])
  return Object.fromEntries(columns) as Record<keyof ReportRow, Value>
}
