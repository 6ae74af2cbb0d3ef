import type { Locale } from '@/lib/i18n/routing'
import { type AllKnowledge, type Knowledge, loadKnowledge } from '../knowledge'
import {
  type ConversationContext,
  type MessageRoute,
  noFacts,
} from '../message-route'
import { chooseRoute } from './choose-facts'
import type { Decision } from './follow-up'
import { withoutIntroduction } from './introduction'
import {
  isForeignScript,
  isKnownWord,
  noiseIn,
  recognizeLanguage,
} from './language'
import { type Question, questionOf, wordsIn } from './question'
import { correctSpelling } from './spelling'

/**
 * Routes a message with the classifier that was trained at set-up, and with a
 * search of facts added since.
 */
export async function routeByClassifier(
  message: string,
  context: ConversationContext,
): Promise<MessageRoute> {
  const all = await loadKnowledge()
  const question = questionOf(message)
  const language = await languageOfMessage(message, context)
  const knowledge = all[language === 'other' ? context.pageLanguage : language]
  const decision = isForeignScript(message)
    ? ({ intent: 'unsupportedLanguage' } as const)
    : (findUnreadable(wordsIn(question.sentences), language, context, all) ??
      chooseRoute(
        correctQuestion(question, knowledge, all),
        context,
        knowledge,
      ))
  return {
    language: knowledge.locale,
    ...noFacts,
    ...decision,
  }
}

function correctQuestion(
  question: Question,
  knowledge: Knowledge,
  all: AllKnowledge,
): Question {
  const isKnown = (word: string) => isKnownWord(word, all)
  const corrected = correctSpelling(question, isKnown, knowledge.nearestWord)
  return withoutIntroduction(corrected, knowledge)
}

const messagesWithLanguage = 3

/**
 * Returns the language of a message. If it could be in several, such as "ok",
 * the conversation continues in its language.
 */
export async function languageOfMessage(
  message: string,
  { pageLanguage, questions }: ConversationContext,
): Promise<Locale | 'other'> {
  const all = await loadKnowledge()
  const lately = [...questions.slice(-messagesWithLanguage), message]

  let language: Locale | 'other' = pageLanguage
  for (const text of lately) {
    const previous = language === 'other' ? pageLanguage : language
    language = recognizeLanguage(text, all, { previous, page: pageLanguage })
  }
  return language
}

function findUnreadable(
  words: string[],
  language: Locale | 'other',
  { questions }: ConversationContext,
  all: AllKnowledge,
): Decision {
  const noise = noiseIn(words, all).length
  // During a conversation, up to three words in no language of the site may be
  // a name.
  const isOther =
    language === 'other' && !(questions.length > 0 && words.length <= 3)
  if (isOther && noise === 0) return { intent: 'unsupportedLanguage' }
  return isOther || noise >= words.length / 2
    ? { intent: 'gibberish' }
    : undefined
}
