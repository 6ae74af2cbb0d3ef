import { env } from '@/lib/env'
import { problem } from '@/lib/http/error-response'
import { createRateLimit } from '@/lib/http/rate-limit'
import { clientOf } from '@/lib/http/request'
import { log } from '@/lib/log'
import { authoriseOperatorChange } from '@/lib/operator/authorise'
import type { Authorised } from '@/lib/operator/keys'
import { toArchive } from './archive'
import { reportJson } from './json'
import { findPlaces } from './log/store'
import type { Published } from './publish'
import type { StoredReport } from './store'

/** The operator who changes files or drafts, within the limit; as `authoriseOperatorChange` refuses, or with 429. */
export async function admitOperator(request: Request): Promise<Authorised> {
  const retryAfterSeconds = await changeRateLimit.take(clientOf(request))
  if (retryAfterSeconds > 0) return { problem: problem('rate_limited', { retryAfterSeconds }) }
  return authoriseOperatorChange(request)
}

/** Changes to the list by one client, whoever it is: with ATTESTATIONS_OPEN it may be anyone. */
export const changeRateLimit = createRateLimit(
  'LIMIT_ATTESTATIONS_PER_CLIENT',
  () => env.LIMIT_ATTESTATIONS_PER_CLIENT,
  10 * 60,
)

/** 201 with the report, or what kept it from being published. */
export async function answerPublished(report: Published, operator: string): Promise<Response> {
  if (report === 'key_reused') return problem('idempotency_key_reused')
  if (report === 'already_replaced') return problem('already_replaced')
  if (report === 'unknown_report') return problem('invalid_fields', { fields: { replaces: ['unknown_report'] } })
  if ('current' in report) return problem('month_published', { replaces: report.current })
  if ('fields' in report) return problem('invalid_fields', report)
  log.info({ operator, report: report.id, replaces: report.replacesId }, 'report added')
  return publishedAnswer(report)
}

export async function publishedAnswer(report: StoredReport): Promise<Response> {
  const [published] = toArchive([report], await findPlaces([report.id]))
  return Response.json(published && reportJson(published), { status: 201 })
}
