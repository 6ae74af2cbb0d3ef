import { problem } from '@/lib/http/error-response'
import { log } from '@/lib/log'
import { toArchive } from './archive'
import { reportJson } from './json'
import { findPlaces } from './log/store'
import type { Published } from './publish'
import type { StoredReport } from './store'

/** 201 with the report, or what kept it from being published. */
export async function answerPublished(report: Published, operator: string): Promise<Response> {
  if (report === 'key_reused') return problem('idempotency_key_reused')
  if (report === 'already_replaced') return problem('already_replaced')
  if (report === 'unknown_report') return problem('invalid_fields', { fields: { replaces: ['unknown_report'] } })
  if ('fields' in report) return problem('invalid_fields', report)
  log.info({ operator, report: report.id, replaces: report.replacesId }, 'report added')
  return publishedAnswer(report)
}

export async function publishedAnswer(report: StoredReport): Promise<Response> {
  const [published] = toArchive([report], await findPlaces([report.id]))
  return Response.json(published && reportJson(published), { status: 201 })
}
