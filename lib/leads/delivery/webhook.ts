import { createHmac } from 'node:crypto'
import { env } from '@/lib/env'
import { sentLeadJson } from '@/lib/leads/json'
import { withTimeLimit } from '@/lib/time-limit'
import type { SentLead } from './store'

/** Posts `lead.received`, or the whole lead again as `lead.updated` under a new id. Rejects if it is refused. */
export async function sendWebhook(lead: SentLead, signal?: AbortSignal) {
  const { id, receivedAt, updatedAt, wasDelivered } = lead
  const data = sentLeadJson(lead)
  if (!(wasDelivered && updatedAt)) return postEvent(id, { type: 'lead.received', timestamp: receivedAt, data }, signal)
  const event = { type: 'lead.updated', timestamp: updatedAt, data }
  return postEvent(`${id}-${updatedAt.getTime()}`, event, signal)
}

export async function sendTestEvent() {
  const timestamp = new Date()
  await postEvent(`test-${timestamp.getTime()}`, { type: 'test', timestamp, data: {} })
}

type Event = { type: string; timestamp: Date; data: object }

// Signed as https://www.standardwebhooks.com/ describes; `webhook-id` stays the same when an event is sent again.
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

function sign(content: string): string {
  const secret = (env.LEADS_WEBHOOK_SECRET ?? '').replace(/^whsec_/, '')
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(content).digest('base64')
}

const timeoutMs = 10_000
const maxReasonCharacters = 4_096

/** An answer other than 2xx. The code names its status, and the receiver's reason where that is one of a known list. */
class Refused extends Error {
  constructor(
    readonly code: string,
    /** Milliseconds that the receiver wants to be left alone. */
    readonly retryAfterMs: number | undefined,
  ) {
    super(code)
  }
}

export type Message = {
  headers: Record<string, string>
  body: string
  reasonOf?: (answer: string) => string | undefined
}

/** Posts to a receiver and returns its answer's headers. Rejects on a redirect, after 10 s, and when it is refused. */
export function post(url: string, message: Message, signal?: AbortSignal): Promise<Headers> {
  return withTimeLimit(timeoutMs, signal, (limited) => send(url, message, limited))
}

async function send(url: string, { headers, body, reasonOf }: Message, signal: AbortSignal): Promise<Headers> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal,
    // A receiver may close a connection that was kept at the moment when it is used again.
    headers: { ...headers, Connection: 'close' },
    body,
  })
  if (response.ok) {
    await response.body?.cancel()
    return response.headers
  }
  const reason = reasonOf?.(await firstCharacters(response))
  throw new Refused(['HTTP', response.status, reason].filter(Boolean).join(' '), retryAfterOf(response.headers))
}

async function firstCharacters(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader && text.length < maxReasonCharacters) {
    const { done, value } = await reader.read()
    if (done) return text
    text += value
  }
  await reader?.cancel()
  return text
}

// Seconds or a date (RFC 9110 section 10.2.3).
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return ms > 0 ? ms : undefined
}
