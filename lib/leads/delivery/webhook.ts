import { createHmac } from 'node:crypto'
import { env } from '@/lib/env'
import { contextOf } from '@/lib/leads/context'
import { mapFields } from '@/lib/leads/fields'
import { referenceOf } from '@/lib/leads/reference'
import { post } from './post'
import type { Lead, SentLead } from './store'

/** Posts `lead.received`, or the whole lead again as `lead.updated` under a new id. Rejects if it is refused. */
export async function sendWebhook(lead: SentLead, signal?: AbortSignal) {
  const { id, receivedAt, updatedAt, wasDelivered } = lead
  const data = dataOf(lead)
  if (!(wasDelivered && updatedAt)) return postEvent(id, { type: 'lead.received', timestamp: receivedAt, data }, signal)
  const event = { type: 'lead.updated', timestamp: updatedAt, data }
  return postEvent(`${id}-${updatedAt.getTime()}`, event, signal)
}

/** Posts an event of type `test`, which shows that events arrive. */
export async function sendTestEvent() {
  const timestamp = new Date()
  await postEvent(`test-${timestamp.getTime()}`, { type: 'test', timestamp, data: {} })
}

type Event = { type: string; timestamp: Date; data: object }

// Signed as https://www.standardwebhooks.com/ describes; `webhook-id` stays the same when an event is sent again.
/** Posts an event to LEADS_WEBHOOK_URL. Rejects if it is refused. */
export async function postEvent(id: string, { type, timestamp: at, data }: Event, signal?: AbortSignal) {
  const body = JSON.stringify({ type, version: 1, timestamp: at, data })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${sign(`${id}.${timestamp}.${body}`)}`,
  }
  await post(env.LEADS_WEBHOOK_URL ?? '', { headers, body }, signal)
}

function dataOf(lead: Lead) {
  return {
    id: lead.id,
    reference: referenceOf(lead.id),
    source: lead.source,
    received_at: lead.receivedAt,
    updated_at: lead.updatedAt,
    ...mapFields((field) => lead[field]),
    language: lead.language,
    status: lead.status,
    owner: lead.owner,
    note: lead.note,
    reminder: lead.remindOn,
    context: contextOf(lead),
  }
}

function sign(content: string): string {
  const secret = (env.LEADS_WEBHOOK_SECRET ?? '').replace(/^whsec_/, '')
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(content).digest('base64')
}
