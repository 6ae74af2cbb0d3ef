import type { DisclosurePart } from '@/lib/brand/disclosures'
import type { Messages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { disclosureRows } from './rows'
import type { Value } from './values'

/** What the brand discloses of these parts, as a Markdown list; empty where it discloses none of them. */
export function disclosureMarkdown(parts: readonly DisclosurePart[], messages: Messages, locale: Locale): string {
  const rows = disclosureRows(parts, messages, locale)
  return rows.map(({ label, values }) => `- **${label}** ${values.map(markdownOf).join('; ')}`).join('\n')
}

/** The same as plain sentences. */
export function disclosureText(parts: readonly DisclosurePart[], messages: Messages, locale: Locale): string {
  const rows = disclosureRows(parts, messages, locale)
  return rows.map(({ label, values }) => `${label} – ${values.map(({ text }) => text).join('; ')}.`).join(' ')
}

function markdownOf({ text, href, code }: Value): string {
  const words = code ? `\`${text}\`` : text.replace(/[\\`*_[\]<>]/g, '\\$&')
  return href === undefined ? words : `[${words}](${href})`
}
