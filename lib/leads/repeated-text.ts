import { pseudonymOf } from '@/lib/transient/pseudonym'
import { countOthers } from './repeated-text-store'

const windowMs = 24 * 60 * 60 * 1000
// Shorter texts are alike by chance.
const minLetters = 30
const maxTexts = 2000
const maxSenders = 50

/** How many other mailboxes sent the same letters in the last 24 hours, of the last 2,000 texts. */
export async function countRepeats(message: string, emailKey: string, now = Date.now()): Promise<number> {
  const letters = message
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  if (letters.length < minLetters) return 0
  const hash = pseudonymOf('text', letters)
  const sender = pseudonymOf('sender', emailKey)
  // What was sent after `now`, as the clock was set back, counts as well.
  const counted = { from: now, until: now + 2 * windowMs, max: maxSenders, keptTexts: maxTexts }
  return countOthers({ hash, sender, expire: now + windowMs }, counted)
}
