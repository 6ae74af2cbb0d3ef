import { daySeconds } from '@/lib/durations'
import { createCounter } from '@/lib/http/counter-store'
import { keysOf } from '@/lib/text'
import { isDisposableEmail } from './email-address'
import { tokenAge } from './form-token'
import type { Contact } from './schema'

// Messages with this score or more are quarantined. No reason but the honeypot
// is enough by itself.
export const spamThreshold = 100

// Matches a link to its end, because a tracking link contains another link.
// Captures the site, because a signature links to its own site repeatedly.
const linkedSite = /https?:\/\/(?:www\.)?([^\s/?#]+)\S*/g

// Compared with the age of the form's token, which is not the time spent
// typing: restored forms are sent immediately, and a slow network delays the
// token.
const hastyMs = 4000
const minLinkedSites = 3
const minRepeats = 2

export function spamScoreOf(
  contact: Pick<Contact, 'email' | 'message' | 'honeypot'>,
  token: string | null,
  repeats: number,
): { score: number; reasons: string[] } {
  const age = token === null ? undefined : tokenAge(token)
  const linked = [...contact.message.toLowerCase().matchAll(linkedSite)].map(
    ([, site]) => site,
  )
  const applies: Record<keyof typeof weights, boolean> = {
    honeypot: contact.honeypot !== '',
    hasty: age !== undefined && age >= 0 && age < hastyMs,
    forged_token: token !== null && age === undefined,
    many_links: new Set(linked).size >= minLinkedSites,
    markup: /<a\s[^<>]*href|\[url=/i.test(contact.message),
    repeated_text: repeats >= minRepeats,
    disposable_email: isDisposableEmail(contact.email),
  }
  const reasons = keysOf(weights).filter((reason) => applies[reason])
  return {
    score: reasons.reduce((sum, reason) => sum + weights[reason], 0),
    reasons,
  }
}

// The shortest text that is compared, because shorter ones may be the same by
// chance.
const minLetters = 30

const sentByMailbox = createCounter('text by mailbox', daySeconds)
const mailboxes = createCounter('mailboxes of a text', daySeconds)

/**
 * Returns how many other mailboxes sent the same letters. Counts for 24 hours
 * from the first message.
 */
export async function countRepeats(
  message: string,
  emailKey: string,
): Promise<number> {
  const letters = message
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  if (letters.length < minLetters) return 0
  const { count } = await sentByMailbox.add(`${emailKey} ${letters}`)
  if (count === 1) return (await mailboxes.add(letters)).count - 1
  return Math.max(0, (await mailboxes.read(letters)) - 1)
}

/** The points that each reason for suspicion adds to the score. */
const weights = {
  // Is enough by itself. A password manager may also fill in the field, but
  // sales see the lead in the digest within a day.
  honeypot: 100,
  hasty: 50,
  forged_token: 50,
  many_links: 50,
  markup: 50,
  // Is never enough by itself, because colleagues, templates and forwarded
  // texts repeat a text without being spam.
  repeated_text: 40,
  disposable_email: 40,
}
