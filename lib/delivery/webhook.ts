import { createHmac } from 'node:crypto'
import { referenceOf } from '@/lib/contact/reference'
import { env } from '@/lib/env'
import type { DueLead, Lead } from './store'

const timeoutMs = 10_000

/** An answer other than 2xx; the code names its status. */
class WebhookRefused extends Error {
  constructor(readonly code: string) {
    super(code)
  }
}

/**
 * Posts a lead to LEADS_WEBHOOK_URL, signed as https://www.standardwebhooks.com/ describes: `webhook-id` (the same
 * for the same event, so that the receiver recognises a repetition), `webhook-timestamp` in seconds and
 * `webhook-signature`. A lead is `lead.received` first; what a conversation added later is `lead.updated`, with the whole
 * lead and an id of its own. Rejects on a redirect, after 10 s, and on an answer other than 2xx.
 */
export async function sendWebhook(lead: DueLead) {
  const isUpdate = lead.wasDelivered && lead.updatedAt !== null
  const id = isUpdate ? `${lead.id}-${lead.updatedAt?.getTime()}` : lead.id
  const type = isUpdate ? 'lead.updated' : 'lead.received'
  const since = lead.updatedAt ?? lead.receivedAt
  const body = JSON.stringify({ type, version: 1, timestamp: since, data: dataOf(lead) })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const response = await fetch(env.LEADS_WEBHOOK_URL ?? '', {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
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
    name: lead.name,
    email: lead.email,
    company: lead.company,
    phone: lead.phone,
    message: lead.message,
    language: lead.language,
  }
}

function sign(content: string): string {
  const secret = (env.LEADS_WEBHOOK_SECRET ?? '').replace(/^whsec_/, '')
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(content).digest('base64')
}
