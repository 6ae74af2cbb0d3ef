import { type FieldProblems, problemResponse } from '@/lib/http/handler'
import type { StoredReport } from './report'

/** Why a report was not published or changed. */
export type ReportRefusal = {
  code:
    | 'already_replaced'
    | 'already_withdrawn'
    | 'invalid_fields'
    | 'key_reused'
    | 'month_published'
    | 'not_found'
    | 'not_withdrawn'
    | 'returned'
    | 'unknown_report'
  /** The report already published for the month. */
  current?: string
  fields?: FieldProblems
}

export type ChangeOutcome =
  | { report: StoredReport; refusal?: undefined }
  | { report?: undefined; refusal: ReportRefusal }

export function refusalResponse({
  code,
  current,
  fields,
}: ReportRefusal): Response {
  if (code === 'key_reused') return problemResponse('idempotency_key_reused')
  if (code === 'unknown_report')
    return problemResponse('invalid_fields', { fields: { replaces: [code] } })
  return problemResponse(code, { fields, replaces: current })
}
