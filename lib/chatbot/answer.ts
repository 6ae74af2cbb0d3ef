import { env } from '@/lib/env'
import { type Locale, routing } from '@/lib/i18n/routing'
import type { Turn } from '@/lib/leads/transcript'
import { isQuestion, questionOf } from './classifier/question'
import { routeByClassifier } from './classifier/route'
import { compose, type Reply } from './compose'
import { contactDetailIn } from './contact-details'
import { type Knowledge, loadKnowledge } from './knowledge'
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
  before: Before = {},
): Promise<Reply> {
  const { told = [], suggested = [], turns = [] } = before
  const saidBy = (who: Turn['role']) =>
    turns.filter(({ role }) => role === who).map(({ content }) => content)
  const questions = saidBy('user')
  const route: Router = env.CHATBOT_MODEL_URL ? routeByModel : routeByClassifier
  const found = await route(message, { page, told, questions })
  const intent = intentOfDetails(message, found, {
    told,
    lately: questions.slice(-messagesAboutDetails),
  })
  const chosen = intent ? { ...found, intent, others: [] } : found
  const all = await loadKnowledge()
  const knowledge = isTranslated(chosen, all[chosen.language])
    ? all[chosen.language]
    : all[routing.defaultLocale]
  const said = {
    answers: saidBy('assistant'),
    questions: [...questions, message, ...suggested],
  }
  const reply = await compose(chosen, message, knowledge, said)
  const language = knowledge.locale === page ? undefined : knowledge.locale
  return language ? { ...reply, answer: { ...reply.answer, language } } : reply
}

// Visitors who give contact details often add to them in the next messages,
// such as a name, a time or a correction.
const messagesAboutDetails = 3

type Earlier = { told: string[]; lately: string[] }

/**
 * Returns the intent of a message that gives contact details or adds to them,
 * or undefined if it asks something else.
 */
function intentOfDetails(
  message: string,
  route: Route,
  { told, lately }: Earlier,
): Intent | undefined {
  const { topics, intent } = route
  if (topics.includes('clients.retail')) return undefined
  const isMarked = /[?¿]/.test(message)
  const asks = isMarked || questionOf(message).sentences.some(isQuestion)
  const others = topics.filter(
    (id) => !aboutDetails.includes(sectionOf(id)) && !told.includes(id),
  )
  if (contactDetailIn(message) !== undefined) {
    const isOnlyAboutContact =
      others.length === 0 &&
      route.gaps.every(({ text }) => contactDetailIn(text) !== undefined)
    const wantsContact =
      topics.some((id) => aboutDetails.includes(sectionOf(id))) && !isMarked
    return !asks || isOnlyAboutContact || wantsContact
      ? 'detailsSeen'
      : undefined
  }
  // A message after contact details that nothing else answers probably corrects
  // or completes them: "45 at the end, not 44".
  const follows = lately.some((text) => contactDetailIn(text) !== undefined)
  const isAnswered = intent !== undefined && answeredIntents.includes(intent)
  // A few words that name a topic, such as "Fees", count as a question. A
  // longer sentence, such as one about a call at nine, does not.
  const isShort = message.trim().split(/\s+/).length <= maxTopicWords
  const isAsked = (asks || isShort) && others.length > 0
  return follows && !isMarked && !isAnswered && !isAsked
    ? 'detailsAdded'
    : undefined
}

const maxTopicWords = 3

// Sections about reaching the team and about the data that the site stores.
const aboutDetails = ['contact', 'site']

const answeredIntents: Intent[] = ['hello', 'thanks', 'bye', 'abuse']

function isTranslated({ topics }: Route, { facts, own }: Knowledge): boolean {
  return topics.every((id) => own.has(id) || !facts.has(id))
}
