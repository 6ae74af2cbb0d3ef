import { isReady, recentLeadCounts } from '@/lib/health/readiness'
import { problem } from '@/lib/http/error-response'
import { handler } from '@/lib/http/handler'
import { isConfigured, mapSalesChannels } from '@/lib/leads/delivery/channels'
import { operatorOf } from '@/lib/operator/authorise'
import { isStopping } from '@/lib/stopping'

/** Whether the site can store leads and is not about to stop: 200 or 503. Operators also see counts of leads. Up to 5 seconds old. */
export const GET = handler(async (request) => {
  if (isStopping() || !(await isReady())) return problem('unavailable')
  if (!(await operatorOf(request))) return Response.json({ status: 'ok' })
  return Response.json({
    status: 'ok',
    leads: await recentLeadCounts(),
    delivery: mapSalesChannels(isConfigured),
  })
})
