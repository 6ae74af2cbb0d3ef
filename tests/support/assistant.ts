import { answerMessage } from '@/lib/chatbot/answer'
import { chooseRoute } from '@/lib/chatbot/classifier/choose-facts'
import { questionOf } from '@/lib/chatbot/classifier/question'
import { composeReply, type Reply } from '@/lib/chatbot/compose'
import { makeKnowledge } from '@/lib/chatbot/knowledge'
import type { Messages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'

type Before = { facts?: string[]; question?: string }

/**
 * Returns the assistant's reply on a page, after the facts and the question of
 * the previous turn.
 */
export function ask(
  message: string,
  page: Locale = 'en',
  { facts = [], question }: Before = {},
): Promise<Reply> {
  const turns =
    question === undefined
      ? []
      : [{ role: 'user' as const, content: question, sentAt: new Date() }]
  return answerMessage(message, page, { lastFacts: facts, turns })
}

/**
 * Returns the assistant's reply as if the site had these texts, without
 * retraining the classifier.
 */
export async function askOf(
  messages: Messages,
  message: string,
  locale: Locale,
): Promise<Reply> {
  const knowledge = await makeKnowledge(locale, messages)
  const decision = chooseRoute(
    questionOf(message),
    { pageLanguage: locale, lastFacts: [], questions: [] },
    knowledge,
  )
  const route = {
    language: locale,
    factIds: [],
    gaps: [],
    alternatives: [],
    ...decision,
  }
  return composeReply(route, { message, knowledge, answers: [], questions: [] })
}
