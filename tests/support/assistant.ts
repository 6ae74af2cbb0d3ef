import { compose } from '@/lib/chatbot/engine/compose'
import { decide } from '@/lib/chatbot/engine/decide'
import { makeKnowledge } from '@/lib/chatbot/engine/knowledge'
import { type Reply, reply } from '@/lib/chatbot/engine/reply'
import { score } from '@/lib/chatbot/engine/score'
import { questionOf } from '@/lib/chatbot/engine/words'
import type { Messages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'

type Before = { facts?: string[]; question?: string }

/** What the assistant replies on a page, after the facts and the question of the turn before. */
export function ask(message: string, page: Locale = 'en', { facts = [], question }: Before = {}): Promise<Reply> {
  return reply(message, page, { facts, lastQuestion: question })
}

/** What it replies where the site's texts are these; the classifier stays as it was trained. */
export async function askOf(messages: Messages, message: string, locale: Locale): Promise<Reply> {
  const knowledge = await makeKnowledge(locale, messages)
  const question = questionOf(message)
  return compose(decide(score(question, knowledge, [])), question.sentences.flat(), knowledge, { facts: [] })
}
