import { problem } from '@/lib/http/error-response'
import { log } from '@/lib/log'
import { toArchive } from './archive'
import { reportJson } from './json'
import type { Published } from './publish'

/** 201 with the report, or what kept it from being published. */
export function answerPublished(report: Published, operator: string): Response {
  if (report === 'key_reused') return problem('idempotency_key_reused')
  if (report === 'already_replaced') return problem('already_replaced')
  if (report === 'unknown_report') return problem('invalid_fields', { fields: { replaces: ['unknown_report'] } })
  if ('fields' in report) return problem('invalid_fields', report)
  log.info({ operator, report: report.id, replaces: report.replacesId }, 'report added')
  const [published] = toArchive([report])
  return Response.json(published && reportJson(published), { status: 201 })
}
