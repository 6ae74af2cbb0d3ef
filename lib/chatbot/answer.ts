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
  before: Before = {},
): Promise<Reply> {
  if (isDraft(page)) return answerInDraft(message)
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
  const all = await loadKnowledge()
  // The page shows no form to visitors who were sent to the shop.
  const isPrivate = intent !== undefined && wasSentToShop(turns, all)
  const chosen = isPrivate
    ? { ...found, intent: undefined, topics: [retail], gaps: [], others: [] }
    : { ...found, ...(intent && { intent, others: [] }) }
  const knowledge = all[chosen.language]
  const said = {
    answers: isPrivate ? [] : saidBy('assistant'),
    questions: [...questions, message, ...suggested],
  }
  const reply = await compose(chosen, message, knowledge, said)
  const language = knowledge.locale === page ? undefined : knowledge.locale
  return language ? { ...reply, answer: { ...reply.answer, language } } : reply
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
  if (topics.includes(retail)) return undefined
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
