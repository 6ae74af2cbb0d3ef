// Sends leads over HTTP: to a webhook, and to services with their own APIs.
import { createHmac } from 'node:crypto'
import { env } from '@/lib/env'
import { fetchText } from '@/lib/fetch-text'
import { sentLeadJson } from '@/lib/leads/json'
import { failed } from '@/lib/outbox/failure'
import { pageAddress } from '@/lib/seo/address'
import { cut } from '@/lib/typed-text'
import { describeLead, splitName } from './lead-text'
import { retryAfterOf } from './retry-after'
import type { SentLead } from './store'

/**
 * Posts `lead.received`. After its delivery, an update posts the whole lead as
 * `lead.updated` under a new id. Rejects if the receiver refuses it.
 */
export async function sendWebhook(lead: SentLead, signal?: AbortSignal) {
  const { id, receivedAt, updatedAt, wasDelivered } = lead
  const data = sentLeadJson(lead)
  if (!(wasDelivered && updatedAt))
    return postEvent(
      id,
      { type: 'lead.received', timestamp: receivedAt, data },
      signal,
    )
  const event = { type: 'lead.updated', timestamp: updatedAt, data }
  return postEvent(`${id}-${updatedAt.getTime()}`, event, signal)
}

export async function sendTestEvent() {
  const timestamp = new Date()
  await postEvent(`test-${timestamp.getTime()}`, {
    type: 'test',
    timestamp,
    data: {},
  })
}

type Event = { type: string; timestamp: Date; data: object }

// Signs an event as specified at https://www.standardwebhooks.com/.
// `webhook-id` stays the same when the event is resent.
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

const maxMs = 10_000
const maxAnswerBytes = 64 * 1024

type Message = {
  headers: Record<string, string>
  body: string
  /** Matches the receiver's documented reasons for a refusal. */
  reasons?: RegExp
}

/**
 * Posts to a receiver. Rejects after 10 s without an answer and for any status
 * but 2xx, but accepts an answer whose body never ends.
 */
async function post(url: string, message: Message, signal?: AbortSignal) {
  // Closes the connection, because a receiver may close a kept-alive connection
  // just as it is reused.
  const headers = { ...message.headers, Connection: 'close' }
  // Follows no redirect, because it could turn the POST into a GET or send the
  // data to another host.
  const request: RequestInit = {
    method: 'POST',
    redirect: 'manual',
    signal,
    headers,
    body: message.body,
  }
  const answer = await fetchText(url, {
    ...request,
    maxMs,
    maxBytes: maxAnswerBytes,
  })
  if (answer.ok) return answer
  const { status, headers: answered, text } = answer
  const reason =
    status < 400 ? redirectOf(answered, url) : message.reasons?.exec(text)?.[1]
  throw failed(
    ['HTTP', status, reason].filter(Boolean).join(' '),
    retryAfterOf(answered),
  )
}

// Leaves out the query and the configured path, because both may contain a
// secret.
function redirectOf(headers: Headers, from: string): string | undefined {
  const location = headers.get('location')
  const target = location === null ? null : URL.parse(location, from)
  if (!target?.origin.startsWith('http')) return undefined
  const { pathname } = new URL(from)
  return (
    target.origin +
    (pathname === '/'
      ? target.pathname
      : target.pathname.replace(pathname, '/…'))
  )
}

const json = { 'Content-Type': 'application/json' }

// Uses a form rather than the contacts API, because a form needs no token,
// HubSpot finds the contact by its e-mail address, and a form starts the
// automation that sales have set up. Sends only fields that every account has,
// because HubSpot refuses fields that the form lacks.
// https://developers.hubspot.com/docs/api-reference/legacy/marketing/forms/v3-legacy/submit-data-unauthenticated
// https://developers.hubspot.com/changelog/validation-change-to-the-forms-api-submission-endpoints
export async function sendToHubspot(lead: SentLead, signal?: AbortSignal) {
  const { title, plainText, locale } = await describeLead(lead)
  const [firstname, lastname] = splitName(lead.name)
  const { email, company, phone } = lead
  const given = Object.entries({
    email,
    firstname,
    lastname,
    company,
    phone,
    message: plainText,
  })
  const body = {
    // Type 0-1 is a contact. Without an e-mail address, HubSpot lists the
    // submission under the form and creates no contact.
    fields: given
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ objectTypeId: '0-1', name, value })),
    submittedAt: String(lead.receivedAt.getTime()),
    context: { pageUri: pageAddress('contact', locale), pageName: title },
  }
  await post(
    env.LEADS_HUBSPOT_URL ?? '',
    { headers: json, body: JSON.stringify(body), reasons: hubspotReasons },
    signal,
  )
}

// Reads only the error type from `{"errors":[…]}`, because the message may
// repeat the input.
const hubspotReasons =
  /"errorType"\s*:\s*"(BLOCKED_EMAIL|INVALID_(?:EMAIL|NUMBER|METADATA|PAGE_URI|LEGAL_OPTION_FORMAT)|REQUIRED_FIELD|INPUT_TOO_LARGE|NUMBER_OUT_OF_RANGE|(?:FIELD_NOT_IN_FORM|VALUE_NOT_IN_FIELD)_DEFINITION|MISSING_PROCESSING_CONSENT|FORM_HAS_RECAPTCHA_ENABLED|MAX_NUMBER_OF_SUBMITTED_VALUES_EXCEEDED)"/

// The maximum lengths of Salesforce's lead fields. Salesforce refuses the whole
// lead if one value is longer.
// https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_lead.htm
const maxSalesforce = {
  first_name: 40,
  last_name: 80,
  company: 255,
  email: 80,
  phone: 40,
  description: 32_000,
}

// Posts the form that Salesforce generates:
// https://help.salesforce.com/s/articleView?id=sales.setting_up_web-to-lead.htm
export async function sendToSalesforce(lead: SentLead, signal?: AbortSignal) {
  const url = new URL(env.LEADS_SALESFORCE_URL ?? '')
  const { reference, title, plainText } = await describeLead(lead)
  const [first_name, last_name] = splitName(lead.name)
  const fields = {
    first_name,
    // Salesforce requires a last name and a company, but a lead from the chat
    // may have neither.
    last_name: last_name || lead.email || lead.phone || reference,
    company: lead.company || title,
    email: lead.email,
    phone: lead.phone,
    description: plainText,
  }
  const organisation =
    url.searchParams.get('oid') ?? url.searchParams.get('orgId') ?? ''
  const body = new URLSearchParams({
    oid: organisation,
    encoding: 'UTF-8',
    lead_source: 'Web',
  })
  for (const [name, max] of Object.entries(maxSalesforce)) {
    const value = fields[name as keyof typeof fields]
    if (value !== '') body.set(name, cut(value, max))
  }
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const answer = await post(
    url.href,
    { headers, body: body.toString() },
    signal,
  )
  // Reads a header, because Salesforce answers 200 even if it refuses the lead.
  const isRefused = /exception|false/i.test(
    answer.headers.get('is-processed') ?? '',
  )
  if (isRefused) throw failed('NOT_PROCESSED')
}

// Slack truncates a text at 40,000 characters and recommends 4,000 or fewer.
// https://docs.slack.dev/changelog/2018-truncating-really-long-messages
const maxSlack = 4_000

export async function sendToSlack(lead: SentLead, signal?: AbortSignal) {
  const { title, rows, text, consoleAddress } = await describeLead(lead)
  const lines = rows.map(([label, value]) => `${label}: ${value}`)
  await postToSlack([title, text, lines.join('\n'), consoleAddress], signal)
}

export async function postToSlack(paragraphs: string[], signal?: AbortSignal) {
  const longest = Math.max(...paragraphs.map(({ length }) => length))
  const over = paragraphs.join('\n\n').length - maxSlack
  const shortened = paragraphs.map((paragraph) => {
    return over > 0 && paragraph.length === longest
      ? `${cut(paragraph, Math.max(0, longest - over - 1))}…`
      : paragraph
  })
  // Sends only `text`, because Mattermost understands nothing else of Slack's
  // format.
  const body = JSON.stringify({ text: escapeSlack(shortened.join('\n\n')) })
  const { status } = await post(
    env.LEADS_SLACK_URL ?? '',
    { headers: json, body, reasons: slackReasons },
    signal,
  )
  // Accepts only 200, which Slack and Mattermost answer. Teams workflows answer
  // 202 even to messages that they cannot show.
  if (status !== 200) throw failed(`HTTP ${status} UNCONFIRMED`)
}

// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
const slackReasons =
  /^\s*(action_prohibited|channel_is_archived|channel_not_found|invalid_payload|invalid_token|no_active_hooks|no_service|no_service_id|no_team|no_text|posting_to_general_channel_denied|rollup_error|team_disabled|too_many_attachments|user_not_found)\s*$/

// Prevents links and mentions by escaping
// (https://docs.slack.dev/messaging/formatting-message-text#escaping). Breaks
// up @channel as well, because Mattermost reads it as a mention even in plain
// text (https://developers.mattermost.com/integrate/webhooks/incoming/).
function escapeSlack(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
  return escaped.replace(/(?<![\p{L}\p{N}.+_-])@(?=\p{L})/gu, '@\u200b')
}
