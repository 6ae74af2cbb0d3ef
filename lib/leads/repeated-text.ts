import { createCounter } from '@/lib/http/rate-limit'
import { loadMessages } from '@/lib/i18n/messages'
import { type Locale, routing } from '@/lib/i18n/routing'

const daySeconds = 24 * 60 * 60
// Shorter texts are alike by chance.
const minLetters = 30

const sentByMailbox = createCounter('text by mailbox', daySeconds)
const mailboxes = createCounter('mailboxes of a text', daySeconds)

/** How many other mailboxes sent the same letters in the last 24 hours. A conversation carried over does not count. */
export async function countRepeats(message: string, emailKey: string): Promise<number> {
  const letters = (await withoutConversation(message))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  if (letters.length < minLetters) return 0
  const { count } = await sentByMailbox.add(`${emailKey} ${letters}`)
  if (count > 1) return 0
  return (await mailboxes.add(letters)).count - 1
}

// Starter questions and their answers are the site's own words: different visitors carry the same ones over.
async function withoutConversation(message: string): Promise<string> {
  let text = message
  for (const heading of await conversationHeadings()) text = text.split(heading, 1)[0] ?? ''
  return text
}

async function conversationHeadings(): Promise<string[]> {
  const catalogs = await Promise.all(routing.locales.map((locale: Locale) => loadMessages(locale)))
  return catalogs.map(({ Chat }) => Chat.carried)
}
