import { createTranslator } from 'next-intl'
import type { Conversation, Message } from '@/lib/chatbot/browser/stored-conversation'
import { contactConfirmation } from '@/lib/chatbot/contact-confirmation'
import { compose, noWish, says } from '@/lib/chatbot/engine/compose'
import { type Knowledge, loadKnowledge } from '@/lib/chatbot/engine/knowledge'
import { sectionOf } from '@/lib/chatbot/engine/sections'
import type { Understanding } from '@/lib/chatbot/engine/understanding'
import type { ChatAnswer, SenderDetails } from '@/lib/chatbot/schema'
import type { Locale } from '@/lib/i18n/routing'

type Turn = { question: string; answer: ChatAnswer }

/** A conversation in which every fact of a section is asked for. */
export async function factsConversation(locale: Locale, section: string): Promise<Conversation> {
  const knowledge = (await loadKnowledge())[locale]
  const facts = [...knowledge.facts.values()].filter(({ id }) => sectionOf(id) === section)
  const turns = facts.map(async ({ id, question }): Promise<Turn> => {
    return { question, answer: await answerTo({ kind: 'facts', ids: [id], others: [] }, knowledge) }
  })
  return conversationOf(locale, await Promise.all(turns))
}

const phrases = [
  ...(['hello', 'thanks', 'bye', 'help', 'offTopic', 'noAnswer', 'unsure', 'competitor', 'distrust'] as const),
  ...(['repair', 'distress', 'abuse', 'gibberish', 'unsupportedLanguage'] as const),
]

/** A conversation with everything that the assistant says beside facts. */
export async function assistantAnswers(locale: Locale): Promise<Conversation> {
  const knowledge = (await loadKnowledge())[locale]
  const answers = [
    ...phrases.map((phrase) => says(phrase, knowledge).answer),
    await answerTo({ kind: 'source', id: 'token.unit' }, knowledge),
    await answerTo({ kind: 'intent', intent: 'notWhatIAsked', others: [] }, knowledge),
    ...confirmations(knowledge).map((response): ChatAnswer => ({ response })),
  ]
  return conversationOf(
    locale,
    answers.map((answer) => ({ question: '…', answer })),
  )
}

const named: SenderDetails = { name: 'Amélie Dubois' }
const reachable: SenderDetails = { ...named, email: 'amelie.dubois@banque.example' }

function confirmations({ locale, messages }: Knowledge): string[] {
  const t = createTranslator({ locale, messages, namespace: 'Chat.answers' })
  const quote = { ...noWish, quote: true }
  return [
    contactConfirmation('created', named, t),
    contactConfirmation('details', reachable, t),
    contactConfirmation('created', { ...reachable, size: '10,000 oz' }, t, quote),
    contactConfirmation('updated', reachable, t, quote),
    contactConfirmation('failed', reachable, t),
  ]
}

async function answerTo(asked: Understanding, knowledge: Knowledge): Promise<ChatAnswer> {
  const question = knowledge.facts.get('token.unit')?.question
  const memory = { facts: [], lastQuestion: async () => question }
  return (await compose(asked, [], knowledge, memory)).answer
}

function conversationOf(locale: Locale, turns: Turn[]): Conversation {
  // Messages are told apart by their times.
  const start = Date.now()
  const messages = turns.flatMap(({ question, answer: { response, sources } }, index): Message[] => {
    const timestamp = new Date(start + index).toISOString()
    return [
      { role: 'user', content: question, timestamp },
      { role: 'assistant', content: response, timestamp, sources: sources ?? [] },
    ]
  })
  return { language: locale, session_id: 'sample.conversation', messages, showContact: false }
}
