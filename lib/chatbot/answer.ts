import { env } from '@/lib/env'
import { isDraft, type Locale, routing } from '@/lib/i18n/routing'
import type { Turn } from '@/lib/leads/transcript'
import { routeByClassifier } from './classifier/choose-facts'
import { isPrivatePerson, namesInstitution } from './classifier/lexicon'
import { isQuestion, questionOf } from './classifier/question'
import { wordsOf } from './classifier/words'
import { type ClosedRoute, composeReply, type Reply } from './compose'
import { contactDetailIn } from './contact-details'
import { loadKnowledge } from './knowledge'
import { routeByModel } from './language-model'
import type { Intent, Route, Router } from './route'
import { retailFact, sectionOf, subjectOf } from './sections'

/**
 * The state of a conversation before a message. Empty at its start and while
 * the database is unavailable.
 */
export type ConversationSoFar = {
  lastFacts?: string[]
  suggested?: string[]
  turns?: Turn[]
}

/**
 * Answers a visitor's message. `page` is the language of the page. On a draft
 * language's page, it expects the default language, because drafts have no
 * training questions.
 */
export async function answerMessage(
  message: string,
  page: Locale,
  { lastFacts = [], suggested = [], turns = [] }: ConversationSoFar = {},
): Promise<Reply> {
  const expected = isDraft(page) ? routing.defaultLocale : page
  const questions = textsBy('user', turns)
  const router: Router = env.CHATBOT_MODEL_URL
    ? routeByModel
    : routeByClassifier
  const route = await router(message, { page: expected, lastFacts, questions })
  const { language } = route
  const allKnowledge = await loadKnowledge()
  const hasDetails = contactDetailIn(message) !== undefined
  // Visitors who were sent to the shop are shown no form, and no terms that
  // apply to institutions.
  const isPrivate =
    lastFacts.includes(retailFact) &&
    !namesInstitution(wordsOf(message), language) &&
    questions.some((text) => isPrivatePerson(wordsOf(text), language))
  const isSentToShop = isPrivate && (hasDetails || isForInstitutions(route))
  const shopRoute = {
    language,
    topics: [retailFact],
    gaps: [],
    alternatives: [],
  }
  const answered = hasDetails ? mentionDetails(route, message) : route
  const reply = await composeReply(isSentToShop ? shopRoute : answered, {
    message,
    knowledge: allKnowledge[language],
    answers: isSentToShop ? [] : textsBy('assistant', turns),
    questions: [...questions, message, ...suggested],
  })
  const answer = {
    ...reply.answer,
    ...(isPrivate && withoutForm),
    language: language === page ? undefined : language,
  }
  return { ...reply, answer }
}

const withoutForm = { should_show_contact_form: false, offers_contact: false }

function textsBy(who: Turn['role'], turns: Turn[]): string[] {
  return turns.filter(({ role }) => role === who).map(({ content }) => content)
}

/**
 * Whether a route offers the team, or terms that apply only to institutions.
 * Prices do not count, because the price page is for everyone.
 */
function isForInstitutions({ intent, topics }: Route): boolean {
  const sections = ['contact', 'redemption', 'onboarding', 'trading']
  const prices = 'notStated.price'
  return intent
    ? ['distrust', 'noAnswer', 'unsure'].includes(intent)
    : topics.some((id) => id !== prices && sections.includes(subjectOf(id)))
}

/**
 * Mentions the contact details in a message, after the answer if the message
 * asks about something else. A question about contact only introduces them.
 */
function mentionDetails(route: Route, message: string): ClosedRoute {
  const { intent } = route
  const isAnswered =
    route.topics.includes(retailFact) || answeredIntents.includes(intent)
  if (isAnswered) return route
  const topics = route.topics.filter(isOtherSubject)
  const gaps = route.gaps.filter(({ text }) => !capitalizedWords.test(text))
  const isQuestioned = questionOf(message).sentences.some(isQuestion)
  return isQuestioned && (gaps.length > 0 || topics.length > 0)
    ? { ...route, topics, gaps, closing: 'detailsSeen' }
    : {
        ...route,
        intent: 'detailsSeen',
        topics: [],
        gaps: [],
        alternatives: [],
      }
}

// Matches names, which visitors write next to their contact details.
const capitalizedWords = /^(?:\p{Lu}[\p{L}.’'-]*\s*)+$/u

/**
 * Whether a fact is about something other than contacting the team or the data
 * that the site stores.
 */
function isOtherSubject(id: string): boolean {
  return !['contact', 'site'].includes(sectionOf(id))
}

const answeredIntents: (Intent | undefined)[] = [
  'hello',
  'thanks',
  'bye',
  'abuse',
  'distress',
]
