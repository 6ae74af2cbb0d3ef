import { clientOf } from '@/lib/http/client'
import { problem } from '@/lib/http/error-response'
import { authoriseOperatorChange } from '@/lib/operator/authorise'
import type { Authorised } from '@/lib/operator/verify-key'
import { changeRateLimit } from './rate-limits'

/** The operator who changes files or drafts, within the limit; as `authoriseOperatorChange` refuses, or with 429. */
export async function admitOperator(request: Request): Promise<Authorised> {
  const retryAfterSeconds = await changeRateLimit.take(clientOf(request))
  if (retryAfterSeconds > 0) return { problem: problem('rate_limited', { retryAfterSeconds }) }
  return authoriseOperatorChange(request)
}
