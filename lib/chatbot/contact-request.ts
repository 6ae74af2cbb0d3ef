import { env } from '@/lib/env'
import { createRateLimit } from '@/lib/http/rate-limit'
import { createChatLead, deliverChatLeadNow, hasChatLead, updateChatLead } from '@/lib/leads/chat-store'
import type { Turn } from '@/lib/leads/transcript'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { contactDetailsIn, hasContactDetails } from './contact-details'
import type { ChatRequest } from './schema'
import { turnsOf } from './store'

const daySeconds = 24 * 60 * 60

// A name or a number often follows a request: delivery waits for it.
const settleMs = 2 * 60_000

/** Deliveries of conversations a day, later additions included: from one client and in total. */
const clientDeliveries = createRateLimit(
  'LIMIT_CHAT_LEADS_PER_CLIENT',
  () => env.LIMIT_CHAT_LEADS_PER_CLIENT,
  daySeconds,
)
const allDeliveries = createRateLimit('LIMIT_CHAT_LEADS_GLOBAL', () => env.LIMIT_CHAT_LEADS_GLOBAL, daySeconds)

/** `updated`: was a lead already; `details`: updated with contact details; `refused`: over the daily limit. */
export type ContactRequest = 'created' | 'updated' | 'details' | 'refused'

type Exchange = { request: ChatRequest; answer: string; contactAsked: boolean; client: string }

/** Records a wish to be contacted as a lead, or updates it; undefined without a wish. Throws without a database. */
export async function recordContactRequest(exchange: Exchange): Promise<ContactRequest | undefined> {
  const { request, answer, contactAsked, client } = exchange
  const sessionId = request.session_id
  const details = contactDetailsIn(request.message)
  const isReachable = hasContactDetails(request.message)
  const turns = turnsNow(request.message, answer)
  if (!(await hasChatLead(sessionId))) {
    if (!(contactAsked || isReachable)) return undefined
    if ((await clientDeliveries.take(client)) > 0) return refuse(client)
    const isFlood = (await allDeliveries.take('all')) > 0
    if (isFlood) log.error('conversations of today exceed their limit: quarantined as flood')
    const created = await createChatLead({
      sessionId,
      language: request.language,
      turns: [...(await turnsOf(sessionId)), ...turns],
      details,
      dueAt: new Date(Date.now() + settleMs),
      quarantine: isFlood ? 'flood' : null,
    })
    if (created) {
      metrics.leadsReceived.inc({ source: 'chat', state: isFlood ? 'quarantined' : 'accepted' })
      return 'created'
    }
  }
  await updateChatLead(sessionId, { turns, details, dueAt: () => nextDelivery(client) })
  return isReachable ? 'details' : 'updated'
}

function turnsNow(message: string, answer: string): Turn[] {
  const sentAt = new Date()
  return [
    { role: 'user', content: message, sentAt },
    { role: 'assistant', content: answer, sentAt },
  ]
}

function refuse(client: string): ContactRequest {
  log.warn({ client }, 'contact request in the chat refused: too many from this client today')
  return 'refused'
}

// Beyond the limits an addition is delivered late, not lost.
async function nextDelivery(client: string): Promise<Date> {
  const waitSeconds = (await clientDeliveries.take(client)) || (await allDeliveries.take('all'))
  return new Date(Date.now() + settleMs + waitSeconds * 1000)
}

/** Has the lead of an ended conversation delivered without further waiting. */
export function endContactRequest(sessionId: string): Promise<void> {
  return deliverChatLeadNow(sessionId, new Date(Date.now() + settleMs))
}
