import { env } from '@/lib/env'
import { createRateLimit } from '@/lib/http/rate-limit'
import type { Locale } from '@/lib/i18n/routing'
import type { Turn } from '@/lib/leads/chat-store'
import {
  createChatLead,
  deliverChatLeadNow,
  findChatLead,
  type KnownDetails,
  mergeDetails,
  updateChatLead,
} from '@/lib/leads/chat-store'
import { emptyFields } from '@/lib/leads/fields'
import { log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import type { ChatRequest, SenderDetails } from './schema'
import { isReachable, senderDetailsIn } from './sender-details'
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

/** `updated`: was a lead already; `details`: updated with details of the visitor; `refused`: over the daily limit. */
export type ContactRequest = 'created' | 'updated' | 'details' | 'refused'

/**
 * `details` are those of the message; `contactAsked` also where a quote is asked for. `answerTo` words the answer that the
 * visitor is shown for an outcome: the transcript stores exactly that.
 */
type Exchange = {
  request: ChatRequest
  answerTo: (recorded: RecordedRequest) => string
  details: SenderDetails
  contactAsked: boolean
  /** Whether the message adds to an earlier request, such as a time for a call. */
  isAddition?: boolean
  client: string
}

/** `known` is all that the conversation said of the visitor. */
export type RecordedRequest = { outcome: ContactRequest; known: KnownDetails }

/** Records a wish to be contacted as a lead, or updates it; undefined without a wish. Throws without a database. */
export async function recordContactRequest(exchange: Exchange): Promise<RecordedRequest | undefined> {
  const { request, answerTo, details, contactAsked, isAddition = false, client } = exchange
  const sessionId = request.session_id
  const turns = (recorded: RecordedRequest) => turnsNow(request.message, answerTo(recorded))
  const lead = await findChatLead(sessionId)
  if (!lead) {
    if (!(contactAsked || isReachable(details))) return undefined
    if ((await clientDeliveries.take(client)) > 0) return refuse(client, details)
    const isFlood = (await allDeliveries.take('all')) > 0
    if (isFlood) log.error('conversations of today exceed their limit: quarantined as flood')
    const earlier = await turnsOf(sessionId)
    const known = mergeDetails(knownFrom(earlier, request.language), details)
    const recorded: RecordedRequest = { outcome: 'created', known }
    const created = await createChatLead({
      sessionId,
      language: request.language,
      turns: [...earlier, ...turns(recorded)],
      details: known,
      dueAt: new Date(Date.now() + settleMs),
      quarantine: isFlood ? 'flood' : null,
    })
    if (created) {
      metrics.leadsReceived.inc({ source: 'chat', state: isFlood ? 'quarantined' : 'accepted' })
      return recorded
    }
  }
  const hasDetails = Object.keys(details).length > 0
  const known = mergeDetails(lead ?? emptyFields, details)
  const recorded: RecordedRequest = { outcome: hasDetails || isAddition ? 'details' : 'updated', known }
  await updateChatLead(sessionId, { turns: turns(recorded), details, dueAt: () => nextDelivery(client) })
  return recorded
}

// Who introduces himself at first asks for a call later.
function knownFrom(turns: Turn[], language: Locale): KnownDetails {
  const said = turns.filter(({ role }) => role === 'user')
  return said.map(({ content }) => senderDetailsIn(content, language)).reduce(mergeDetails, emptyFields as KnownDetails)
}

function turnsNow(message: string, answer: string): Turn[] {
  const sentAt = new Date()
  return [
    { role: 'user', content: message, sentAt },
    { role: 'assistant', content: answer, sentAt },
  ]
}

function refuse(client: string, details: SenderDetails): RecordedRequest {
  log.warn({ client }, 'contact request in the chat refused: too many from this client today')
  return { outcome: 'refused', known: mergeDetails(emptyFields, details) }
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
