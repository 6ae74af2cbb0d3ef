import { isDisposableEmail } from './disposable-email'
import { tokenAge } from './form-token'
import type { Contact } from './schema'

export type SpamScore = { score: number; reasons: string[] }

// From here on a message is quarantined. Every sign weighs less, but for two that people hardly ever give.
const threshold = 100

// The form's age, not the time spent typing: a restored draft is sent at once, a slow network begins it anew.
const hastyMs = 4000
const linksOfSpam = 3
const othersOfSpam = 2

/** Whether a score is that of spam, which is stored and not delivered. */
export function isSpam({ score }: SpamScore): boolean {
  return score >= threshold
}

/** The sum of the signs' weights. `others`: how many mailboxes sent the same text. A missing token is no sign. */
export function spamScoreOf(
  contact: Pick<Contact, 'email' | 'message' | 'honeypot'>,
  token: string | null,
  others: number,
): SpamScore {
  const age = token === null ? undefined : tokenAge(token)
  const links = contact.message.match(/https?:\/\//gi)?.length ?? 0
  const signs: [code: string, weight: number, present: boolean][] = [
    // Alone it is enough. A password manager may fill the field in, too: the digest tells sales the same day.
    ['honeypot', 100, contact.honeypot !== ''],
    ['hasty', 50, age !== undefined && age >= 0 && age < hastyMs],
    ['forged_token', 50, token !== null && age === undefined],
    ['many_links', 50, links >= linksOfSpam],
    ['markup', 50, /<a\s|\[url=/i.test(contact.message)],
    // Never enough alone: colleagues, a template or a forwarded text are no spam.
    ['repeated_text', 40, others >= othersOfSpam],
    ['disposable_email', 40, isDisposableEmail(contact.email)],
  ]
  const found = signs.filter(([, , present]) => present)
  return { score: found.reduce((sum, [, weight]) => sum + weight, 0), reasons: found.map(([code]) => code) }
}
