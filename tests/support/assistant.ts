import { compose } from '@/lib/chatbot/engine/compose'
import { makeKnowledge } from '@/lib/chatbot/engine/knowledge'
import { partsOf, sentencesOf } from '@/lib/chatbot/engine/parts'
import { noMemory, type Reply, reply } from '@/lib/chatbot/engine/reply'
import { understand } from '@/lib/chatbot/engine/understand'
import type { Messages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'

type Before = { facts?: string[]; question?: string }

/** What the assistant replies on a page, after the facts and the question of the turn before. */
export function ask(message: string, page: Locale = 'en', { facts = [], question }: Before = {}): Promise<Reply> {
  return reply(message, page, { facts, lastQuestion: async () => question })
}

/** What it replies where the site's texts are these; the classifier stays as it was trained. */
export async function askOf(messages: Messages, message: string, locale: Locale): Promise<Reply> {
  const knowledge = await makeKnowledge(locale, messages)
  const question = { sentences: sentencesOf(message), parts: partsOf(message) }
  return compose(understand(question, knowledge, []), question.sentences.flat(), knowledge, noMemory)
}
