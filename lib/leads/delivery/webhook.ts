import { createHmac } from 'node:crypto'
import { env } from '@/lib/env'
import { contextOf } from '@/lib/leads/context'
import { mapFields } from '@/lib/leads/fields'
import { referenceOf } from '@/lib/leads/reference'
import type { DueLead, Lead } from './store'

const timeoutMs = 10_000

/** An answer other than 2xx; the code names its status. */
class WebhookRefused extends Error {
  constructor(readonly code: string) {
    super(code)
  }
}

/** Posts `lead.received`, or the whole lead again as `lead.updated` under a new id. Rejects when it is not taken. */
export async function sendWebhook(lead: DueLead, signal?: AbortSignal) {
  const { id, receivedAt, updatedAt, wasDelivered } = lead
  const data = dataOf(lead)
  if (!(wasDelivered && updatedAt)) return postEvent(id, { type: 'lead.received', timestamp: receivedAt, data }, signal)
  const event = { type: 'lead.updated', timestamp: updatedAt, data }
  return postEvent(`${id}-${updatedAt.getTime()}`, event, signal)
}

type Event = { type: string; timestamp: Date; data: object }

// Signed as https://www.standardwebhooks.com/ describes; `webhook-id` stays the same when an event is sent again.
/** Posts an event to LEADS_WEBHOOK_URL. Rejects on a redirect, after 10 s, and on an answer other than 2xx. */
export async function postEvent(id: string, { type, timestamp: at, data }: Event, signal?: AbortSignal) {
  const body = JSON.stringify({ type, version: 1, timestamp: at, data })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const response = await fetch(env.LEADS_WEBHOOK_URL ?? '', {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${sign(`${id}.${timestamp}.${body}`)}`,
    },
    body,
  })
  await response.body?.cancel()
  if (!response.ok) throw new WebhookRefused(`HTTP ${response.status}`)
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
    context: contextOf(lead),
  }
}

function sign(content: string): string {
  const secret = (env.LEADS_WEBHOOK_SECRET ?? '').replace(/^whsec_/, '')
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(content).digest('base64')
}
