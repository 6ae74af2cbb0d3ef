import { createHash } from 'node:crypto'

const windowMs = 24 * 60 * 60 * 1000
// Shorter texts are alike by chance.
const minLetters = 30
const maxTexts = 2000
const maxSenders = 50

/** When each mailbox last sent a text, by the text's hash; what was sent longest ago comes first. */
const texts = new Map<string, Map<string, number>>()

/** How many other mailboxes sent the same letters in the last 24 hours, as counted in this process. */
export function countRepeats(message: string, emailKey: string, now = Date.now()): number {
  const letters = message
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  if (letters.length < minLetters) return 0
  const hash = createHash('sha256').update(letters).digest('base64')
  const known = [...(texts.get(hash) ?? [])]
  const others = known.filter(([sender, at]) => sender !== emailKey && Math.abs(now - at) < windowMs)
  texts.delete(hash)
  texts.set(hash, new Map([...others.slice(1 - maxSenders), [emailKey, now]]))
  if (texts.size > maxTexts) texts.delete(texts.keys().next().value ?? '')
  return others.length
}
