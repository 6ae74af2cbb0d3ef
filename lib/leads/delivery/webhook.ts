import { createHmac } from 'node:crypto'
import { env } from '@/lib/env'
import { webhookLeadJson } from '@/lib/leads/json'
import type { LeadToSend } from './delivery-store'
import { post } from './post'

/**
 * Posts `lead.received` or, if the lead has changed since its delivery, the
 * whole lead as `lead.updated` under a new id. Rejects if the receiver refuses
 * it.
 */
export async function sendWebhook(lead: LeadToSend, signal?: AbortSignal) {
  const { id, receivedAt, updatedAt, wasDelivered } = lead
  const data = webhookLeadJson(lead)
  if (!(wasDelivered && updatedAt))
    return postEvent(
      id,
      { type: 'lead.received', timestamp: receivedAt, data },
      signal,
    )
  const event = { type: 'lead.updated', timestamp: updatedAt, data }
  return postEvent(`${id}-${updatedAt.getTime()}`, event, signal)
}

type Event = { type: string; timestamp: Date; data: object }

/**
 * Signs an event as specified at https://www.standardwebhooks.com/.
 * `webhook-id` stays the same when the event is resent.
 */
export async function postEvent(
  id: string,
  { type, timestamp: at, data }: Event,
  signal?: AbortSignal,
) {
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

function sign(content: string): string {
  const secret = (env.LEADS_WEBHOOK_SECRET ?? '').replace(/^whsec_/, '')
  return createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(content)
    .digest('base64')
}
