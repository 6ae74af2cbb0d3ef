import { env } from '@/lib/env'
import { isDraft, type Locale, routing } from '@/lib/i18n/routing'
import type { Turn } from '@/lib/leads/transcript'
import { isPrivatePerson } from './classifier/lexicon'
import { isQuestion, questionOf } from './classifier/question'
import { routeByClassifier } from './classifier/route'
import { wordsOf } from './classifier/words'
import { compose, type Reply } from './compose'
import { contactDetailIn } from './contact-details'
import { type AllKnowledge, loadKnowledge } from './knowledge'
import { routeByModel } from './model'
import type { Intent, Route, Router } from './router'
import { sectionOf } from './sections'

/**
 * The state of a conversation before a message. Empty at its start and while
 * the database is unavailable.
 */
export type Before = { told?: string[]; suggested?: string[]; turns?: Turn[] }

/** Answers a visitor's message. `page` is the language of the page. */
export async function answerMessage(
  message: string,
  page: Locale,
  { told = [], suggested = [], turns = [] }: Before = {},
): Promise<Reply> {
  if (isDraft(page)) return answerInDraft(message)
  const questions = saidBy('user', turns)
  const route: Router = env.CHATBOT_MODEL_URL ? routeByModel : routeByClassifier
  const found = await route(message, { page, told, questions })
  const all = await loadKnowledge()
  const intent = detailsIntent(message, found, questions)
  // The page shows no form to visitors who were sent to the shop.
  const isPrivate = intent !== undefined && wasSentToShop(turns, all)
  const chosen = isPrivate
    ? { ...found, intent: undefined, topics: [retail], gaps: [], others: [] }
    : withDetails(found, intent, message)
  const knowledge = all[chosen.language]
  const reply = await compose(chosen, message, knowledge, {
    answers: isPrivate ? [] : saidBy('assistant', turns),
    questions: [...questions, message, ...suggested],
  })
  const language = knowledge.locale === page ? undefined : knowledge.locale
  return { ...reply, answer: { ...reply.answer, language } }
}

/** Offers the team and the published languages in the preview of a draft. */
async function answerInDraft(message: string): Promise<Reply> {
  const language = routing.defaultLocale
  const { [language]: knowledge } = await loadKnowledge()
  const said = { answers: [], questions: [message] }
  const nothing = { language, topics: [], gaps: [], others: [] }
  const reply = await compose(
    { ...nothing, intent: 'unsupportedLanguage' },
    message,
    knowledge,
    said,
  )
  const answer = { ...reply.answer, should_show_contact_form: true, language }
  return { ...reply, answer }
}

function saidBy(who: Turn['role'], turns: Turn[]): string[] {
  return turns.filter(({ role }) => role === who).map(({ content }) => content)
}

const retail = 'clients.retail'

/** Whether an earlier answer told a private person about the shop. */
function wasSentToShop(turns: Turn[], all: AllKnowledge): boolean {
  return routing.locales.some((locale) => {
    const text = all[locale].facts.get(retail)?.text
    return turns.some(
      ({ content }, at) =>
        text !== undefined &&
        turns[at + 1]?.content.includes(text) &&
        isPrivatePerson(wordsOf(content), locale),
    )
  })
}

// Visitors who give contact details often add to them in the next messages,
// such as a name, a time or a correction.
const messagesAboutDetails = 3

/**
 * Returns the intent of a message that gives contact details or adds to them,
 * or undefined if it asks something else.
 */
function detailsIntent(
  message: string,
  { topics, gaps, intent }: Route,
  questions: string[],
): Intent | undefined {
  if (topics.includes(retail)) return undefined
  const lately = questions.slice(-messagesAboutDetails)
  const isAddition = lately.some((text) => contactDetailIn(text) !== undefined)
  const hasDetails = contactDetailIn(message) !== undefined
  if (!hasDetails && !isAddition) return undefined
  if (intent && answeredIntents.includes(intent)) return undefined
  const isQuestioned = questionOf(message).sentences.some(isQuestion)
  if (hasDetails) {
    // A question about contact only introduces the details.
    const asksElse = gaps.length > 0 || topics.some(isOtherSubject)
    return isQuestioned && asksElse ? undefined : 'detailsSeen'
  }
  // Facts about the form would sound as if the details had been sent.
  const isAnswered =
    !topics.includes('contact.form') &&
    topics.some((id) => isQuestioned || sectionOf(id) === 'site')
  return isAnswered ? undefined : 'detailsAdded'
}

/** Mentions the details after the answer to the rest of the message. */
function withDetails(
  route: Route,
  intent: Intent | undefined,
  message: string,
): Parameters<typeof compose>[0] {
  if (intent) return { ...route, intent, topics: [], others: [] }
  const isMentioned =
    contactDetailIn(message) !== undefined && !route.topics.includes(retail)
  return isMentioned
    ? {
        ...route,
        topics: route.topics.filter(isOtherSubject),
        closing: 'detailsSeen',
      }
    : route
}

/**
 * Whether a fact is about something other than contacting the team or the data
 * that the site stores.
 */
function isOtherSubject(id: string): boolean {
  return !['contact', 'site'].includes(sectionOf(id))
}

const answeredIntents: Intent[] = [
  'hello',
  'thanks',
  'bye',
  'abuse',
  'distress',
]
