import { isolateDirection, truncate } from '@/lib/shown-text'

/** A message in a chat: `rows` are facts, and `link` opens the console. */
export type TeamChatPost = {
  title: string
  text: string
  rows: { label: string; value: string }[]
  link?: { label: string; href: string }
}

// Slack truncates a text at 40,000 characters and recommends 4,000 or fewer.
// https://docs.slack.dev/changelog/2018-truncating-really-long-messages
const maxText = 4_000

// https://docs.slack.dev/reference/block-kit/blocks
const maxHeader = 150
const maxSection = 3_000
const maxField = 2_000
const maxFields = 10
const maxParagraphs = 30

/**
 * Describes a message as blocks, and as text for notifications and for
 * Mattermost, which ignores blocks
 * (https://github.com/mattermost/mattermost/issues/14973).
 */
export function slackMessage({ title, text, rows, link }: TeamChatPost) {
  const lines = rows.map(
    ({ label, value }) => `${label}: ${isolateDirection(value)}`,
  )
  const paragraphs = [title, text, lines.join('\n'), link?.href ?? '']
  const fields = rows.map(({ label, value }) =>
    plainText(`${label}\n${value}`, maxField),
  )
  const blocks = [
    { type: 'header', text: plainText(title, maxHeader) },
    ...paragraphsOf(text).map((paragraph) => ({
      type: 'section',
      text: plainText(paragraph, maxSection),
    })),
    ...inGroups(fields, maxFields).map((group) => ({
      type: 'section',
      fields: group,
    })),
    ...(link ? [linkBlock(link)] : []),
  ]
  return { text: shortened(paragraphs.filter(Boolean)), blocks }
}

/** Joins the last paragraphs, because a message has at most 50 blocks. */
function paragraphsOf(text: string): string[] {
  const all = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim())
  const last = all.slice(maxParagraphs - 1).join('\n\n')
  return [...all.slice(0, maxParagraphs - 1), last].filter(Boolean)
}

function inGroups<Item>(items: Item[], size: number): Item[][] {
  return items.length === 0
    ? []
    : [items.slice(0, size), ...inGroups(items.slice(size), size)]
}

/** Returns plain text, which shows no links, mentions or formatting. */
function plainText(text: string, max: number) {
  return { type: 'plain_text', emoji: false, text: fitted(text, max) }
}

function linkBlock({ label, href }: NonNullable<TeamChatPost['link']>) {
  const text = `<${href}|${escapeMarks(label)}>`
  return { type: 'section', text: { type: 'mrkdwn', text } }
}

function fitted(text: string, max: number): string {
  const escaped = escapeMarks(text)
  if (escaped.length <= max) return escaped
  // Removes an entity that was cut, such as `&am`.
  return `${truncate(escaped, max - 1).replace(/&[a-z]*$/, '')}…`
}

/** Cuts the longest paragraph of a text that is too long. */
function shortened(paragraphs: string[]): string {
  const longest = Math.max(...paragraphs.map(({ length }) => length))
  const over = paragraphs.join('\n\n').length - maxText
  const cutParagraphs = paragraphs.map((paragraph) => {
    return over > 0 && paragraph.length === longest
      ? `${truncate(paragraph, Math.max(0, longest - over - 1))}…`
      : paragraph
  })
  return escapeText(cutParagraphs.join('\n\n'))
}

/**
 * Escapes the three characters that Slack reads as markup
 * (https://docs.slack.dev/messaging/formatting-message-text#escaping).
 */
function escapeMarks(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/**
 * Breaks up @channel as well, because Mattermost reads it as a mention even in
 * plain text (https://developers.mattermost.com/integrate/webhooks/incoming/).
 */
function escapeText(text: string): string {
  return escapeMarks(text).replace(
    /(?<![\p{L}\p{N}.+_-])@(?=\p{L})/gu,
    '@\u200b',
  )
}
