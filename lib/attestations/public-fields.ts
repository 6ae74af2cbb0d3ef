import { definitionOf, type ReportField, type ReportRow, reportFields } from './fields'

/** What everybody may know of a report; who did something to it is for the log and the database. */
export const publicFields = { id: true, ...mapColumns((): true => true), createdAt: true } as const

export function mapColumns<Value>(make: (field: ReportField) => Value) {
  const columns = reportFields.map((field) => [definitionOf(field).column, make(field)])
  return Object.fromEntries(columns) as Record<keyof ReportRow, Value>
}

export const publicEventFields = { attestationId: true, sequence: true, kind: true, at: true, reason: true } as const
