import { env } from '@/lib/env'
import { isDraft, type Locale, routing } from '@/lib/i18n/routing'
import type { Turn } from '@/lib/leads/transcript'
import { isPrivatePerson, namesInstitution } from './classifier/lexicon'
import { hasQuestion, questionOf } from './classifier/question'
import { routeByClassifier } from './classifier/route-message'
import { wordsOf } from './classifier/words'
import { type ClosedRoute, composeReply, type Reply } from './compose'
import { hasContactDetails } from './contact-details'
import { loadKnowledge } from './knowledge'
import { routeByModel } from './language-model'
import {
  type Intent,
  type MessageRoute,
  type MessageRouter,
  noFacts,
} from './message-route'
import type { ReplyContext } from './repetition'
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
 * Answers a visitor's message. Expects the default language as `pageLanguage`
 * on the pages of a draft language, because drafts have no training questions.
 */
export async function answerMessage(
  message: string,
  pageLanguage: Locale,
  { lastFacts = [], suggested = [], turns = [] }: ConversationSoFar = {},
): Promise<Reply> {
  const expected = isDraft(pageLanguage) ? routing.defaultLocale : pageLanguage
  const questions = textsBy('user', turns)
  const router: MessageRouter = env.CHATBOT_MODEL_URL
    ? routeByModel
    : routeByClassifier
  const route = await router(message, {
    pageLanguage: expected,
    lastFacts,
    questions,
  })

  const { language } = route
  const hasDetails = hasContactDetails(message)
  const isPrivate =
    lastFacts.includes(retailFact) &&
    isPrivateVisitor(questions, message, language)
  const addsToCard =
    !hasDetails &&
    !isPrivate &&
    questions.some(hasContactDetails) &&
    addsToDetails(route, message, lastFacts)

  const allKnowledge = await loadKnowledge()
  const context = {
    message,
    knowledge: allKnowledge[language],
    answers: textsBy('assistant', turns),
    questions: [...questions, message, ...suggested],
  }

  const visitor = { hasDetails, isPrivate, addsToCard }
  const reply = await replyTo(visitor, route, context)
  const answer = {
    ...reply.answer,
    ...cardFlagsOf(visitor),
    language: language === pageLanguage ? undefined : language,
  }
  return { ...reply, answer }
}

type Visitor = {
  /** Whether the message contains contact details. */
  hasDetails: boolean
  /** Whether the visitor is a private investor who was sent to the shop. */
  isPrivate: boolean
  /** Whether the message only adds to contact details given before it. */
  addsToCard: boolean
}

function replyTo(
  { hasDetails, isPrivate, addsToCard }: Visitor,
  route: MessageRoute,
  context: ReplyContext,
): Promise<Reply> {
  if (isPrivate && (hasDetails || isForInstitutions(route)))
    return sendToShop(context)
  if (hasDetails || addsToCard)
    return composeReply(mentionDetails(route, context.message), context)
  return composeReply(route, context)
}

/** Offers private investors no contact form. */
function cardFlagsOf({ hasDetails, isPrivate, addsToCard }: Visitor) {
  if (isPrivate)
    return { should_show_contact_form: false, offers_contact: false }
  return {
    ...(hasDetails && { offers_contact: true }),
    ...(addsToCard && { adds_to_card: true }),
  }
}

/**
 * Whether an earlier question is from a private person, and no text of the
 * visitor names an institution.
 */
function isPrivateVisitor(
  questions: string[],
  message: string,
  language: Locale,
): boolean {
  const isInstitution = [...questions, message].some((text) =>
    namesInstitution(wordsOf(text), language),
  )
  return (
    !isInstitution &&
    questions.some((text) => isPrivatePerson(wordsOf(text), language))
  )
}

/** Sends a visitor to the shop, even if the conversation did so before. */
function sendToShop(context: ReplyContext): Promise<Reply> {
  const language = context.knowledge.locale
  const route = { ...noFacts, language, factIds: [retailFact] }
  return composeReply(route, { ...context, answers: [] })
}

function textsBy(who: Turn['role'], turns: Turn[]): string[] {
  return turns.filter(({ role }) => role === who).map(({ content }) => content)
}

/**
 * Whether a route offers the team, or terms that apply only to institutions.
 * Prices do not count, because the price page is for everyone.
 */
function isForInstitutions({ intent, factIds }: MessageRoute): boolean {
  const sections = ['contact', 'redemption', 'onboarding', 'trading']
  const prices = 'notStated.price'
  return intent
    ? ['distrust', 'noAnswer', 'unsure'].includes(intent)
    : factIds.some((id) => id !== prices && sections.includes(subjectOf(id)))
}

/**
 * Whether a message only adds something to the contact details given before it,
 * such as "mornings are best" or "the extension is 21, not 12".
 */
function addsToDetails(
  { intent, factIds, isUncertain }: MessageRoute,
  message: string,
  lastFacts: string[],
): boolean {
  const isRemark = intent
    ? remarkIntents.includes(intent)
    : isUncertain ||
      factIds.every(
        (id) => sectionOf(id) === 'contact' || lastFacts.includes(id),
      )
  return (
    isRemark &&
    !hasQuestion(questionOf(message)) &&
    (wordsOf(message).length >= minAddedWords || /\d/.test(message))
  )
}

// Shorter remarks, such as "ok great", add nothing.
const minAddedWords = 3

const remarkIntents: Intent[] = [
  'acknowledged',
  'distrust',
  'gibberish',
  'noAnswer',
  'notWhatIAsked',
  'offTopic',
  'unsure',
]

/**
 * Acknowledges the contact details in a message: after the answer if the
 * message also asks about another subject, and otherwise instead of an answer.
 * A question about contact only introduces the details.
 */
function mentionDetails(route: MessageRoute, message: string): ClosedRoute {
  const { intent } = route
  const isAnswered =
    route.factIds.includes(retailFact) || answeredIntents.includes(intent)
  if (isAnswered) return route
  const factIds = route.factIds.filter(isOtherSubject)
  const asksMore =
    hasQuestion(questionOf(message)) &&
    (route.gaps.length > 0 || factIds.length > 0)
  return asksMore
    ? { ...route, factIds, closing: 'detailsSeen' }
    : { ...noFacts, language: route.language, intent: 'detailsSeen' }
}

/**
 * Whether a fact is about something other than contacting the team or the data
 * that the site stores.
 */
function isOtherSubject(id: string): boolean {
  return !['contact', 'site'].includes(sectionOf(id))
}

const answeredIntents: (Intent | undefined)[] = ['abuse', 'distress']
