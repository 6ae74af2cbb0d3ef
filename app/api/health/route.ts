import { isConfigured } from '@/lib/delivery/channels'
import { handler } from '@/lib/http/handler'
import { countLeads } from '@/lib/leads/store'
import { operatorOf } from '@/lib/operator/authorise'

/**
 * Whether the site can store leads: 200 `{ status: "ok" }`, or 503 while the database is away. Operators also see how
 * many leads wait, were given up or are held back, and which channels are set up.
 */
export const GET = handler(async (request) => {
  const leads = await countLeads()
  if (!(await operatorOf(request))) return Response.json({ status: 'ok' })
  return Response.json({
    status: 'ok',
    leads,
    delivery: { mail: isConfigured('mail'), webhook: isConfigured('webhook') },
  })
})
