import { officeClock, officeTime } from '@/lib/i18n/offices'
import { markdownToText } from '@/lib/plain-text'
import { loadSalesTexts } from './sales-texts'

export type Turn = { role: 'user' | 'assistant'; content: string; sentAt: Date }

const maxTranscriptCharacters = 20_000

// The length of what is kept from the beginning of a long conversation, which
// says what it is about. The rest comes from its end.
const keptFromStart = 5_000
const omission = '\n\n[…]\n\n'

/**
 * Writes a conversation for sales in their language, with the speaker and the
 * office time of each message.
 */
export async function writeTranscript(turns: Turn[]): Promise<string> {
  const [first] = turns
  if (!first) return ''
  const { locale, t } = await loadSalesTexts()
  const speakers = {
    user: t('SalesMail.visitor'),
    assistant: t('SalesMail.assistant'),
  }
  const lines = turns.map(({ role, content, sentAt }) => {
    const text = role === 'user' ? content : markdownToText(content)
    return `${speakers[role]}, ${officeClock(sentAt, locale)}: ${text}`
  })
  return shorten(
    [
      t('SalesMail.conversation', { time: officeTime(first.sentAt, locale) }),
      ...lines,
    ].join('\n\n'),
  )
}

function shorten(text: string): string {
  if (text.length <= maxTranscriptCharacters) return text
  const keptFromEnd = maxTranscriptCharacters - keptFromStart - omission.length
  return (
    text.slice(0, keptFromStart) +
    omission +
    text.slice(-keptFromEnd)
  ).toWellFormed()
}
