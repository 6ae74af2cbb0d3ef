import { env } from '@/lib/env'
import { describeLead } from './lead-text'
import { post } from './post'
import type { DueLead } from './store'

// Slack cuts a text at 40,000 characters and asks for 4,000 or fewer.
// https://docs.slack.dev/changelog/2018-truncating-really-long-messages
const maxCharacters = 4_000

// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
const reasons = new Set([
  'action_prohibited',
  'channel_is_archived',
  'channel_not_found',
  'invalid_payload',
  'invalid_token',
  'no_service',
  'no_service_id',
  'no_team',
  'no_text',
  'posting_to_general_channel_denied',
  'rollup_error',
  'team_disabled',
  'user_not_found',
])

/** Posts a lead to the chat of LEADS_SLACK_URL, what was added to it as another message. */
export async function sendToSlack(lead: DueLead, signal?: AbortSignal) {
  const { title, rows, text, consoleAddress } = await describeLead(lead)
  const lines = rows.map(([label, value]) => `${label}: ${value}`)
  await postToSlack([title, lines.join('\n'), text, consoleAddress], signal)
}

/** Posts paragraphs; of those that are too long for one message the longest is shortened. */
export async function postToSlack(paragraphs: string[], signal?: AbortSignal) {
  const longest = Math.max(...paragraphs.map(({ length }) => length))
  const over = paragraphs.join('\n\n').length - maxCharacters
  const shortened = paragraphs.map((paragraph) => {
    return over > 0 && paragraph.length === longest ? `${paragraph.slice(0, -over - 1).toWellFormed()}…` : paragraph
  })
  // `text` alone is what Mattermost and Teams know of Slack's format, too.
  const body = JSON.stringify({ text: escapeText(shortened.join('\n\n')) })
  const headers = { 'Content-Type': 'application/json' }
  await post(env.LEADS_SLACK_URL ?? '', { headers, body, reasonOf }, signal)
}

// https://docs.slack.dev/messaging/formatting-message-text#escaping: without < nothing can be a link or a mention. In
// Mattermost @channel is one as it stands: https://developers.mattermost.com/integrate/webhooks/incoming/
function escapeText(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped.replace(/(?<![\p{L}\p{N}.+_-])@(?=\p{L})/gu, '@\u200b')
}

function reasonOf(answer: string): string | undefined {
  const reason = answer.trim()
  return reasons.has(reason) ? reason : undefined
}
