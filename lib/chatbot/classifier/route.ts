import type { Locale } from '@/lib/i18n/routing'
import tables from '../fact-tables.json'
import { type AllKnowledge, type Knowledge, loadKnowledge } from '../knowledge'
import type { ConversationContext, Intent, Route } from '../router'
import { retailFact, subjectOf } from '../sections'
import { isFact, type Likelihoods } from './classifier'
import { correct } from './correct'
import { aspectIn, continueFrom, type Decision } from './follow-up'
import { isForeignScript, noiseIn, recognizeLanguage } from './language'
import { contentWordsOf } from './lexicon'
import { answerParts, clearFact } from './parts'
import { isQuestion, type Question, questionOf, wordsIn } from './question'
import {
  likelyFacts,
  minClearFact,
  minLikelihood,
  rankQuestion,
  rankWords,
} from './rank'

/**
 * Routes a message with the classifier that was trained at set-up, and with a
 * search of facts added since.
 */
export async function routeByClassifier(
  message: string,
  context: ConversationContext,
): Promise<Route> {
  const all = await loadKnowledge()
  const question = questionOf(message)
  const language = await languageOfMessage(message, context)
  const knowledge = all[language === 'other' ? context.page : language]
  const decision = isForeignScript(message)
    ? ({ intent: 'unsupportedLanguage' } as const)
    : (findUnreadable(wordsIn(question), language, context, all) ??
      decide(correct(question, knowledge, all), context, knowledge))
  return {
    language: knowledge.locale,
    topics: [],
    gaps: [],
    alternatives: [],
    ...decision,
  }
}

const messagesWithLanguage = 3

/**
 * Returns the language of a message. If it could be in several, such as "ok",
 * the conversation continues in its language.
 */
export async function languageOfMessage(
  message: string,
  { page, questions }: ConversationContext,
): Promise<Locale | 'other'> {
  const all = await loadKnowledge()
  const lately = [...questions.slice(-messagesWithLanguage), message]
  return lately.reduce<Locale | 'other'>(
    (before, text) =>
      recognizeLanguage(text, all, before === 'other' ? page : before, page),
    page,
  )
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

/** Applies the first rule that matches. Facts come before refusals. */
export function decide(
  question: Question,
  { lastFacts, questions }: ConversationContext,
  knowledge: Knowledge,
): Decision {
  const words = wordsIn(question)
  const exact = knowledge.questions.get(words.join(' '))
  if (exact) return { topics: [exact] }
  const added = knowledge.search(words)
  if (added?.isClose) return { topics: [added.id] }

  const parts = answerParts(question, knowledge)
  const count = parts.topics.length + parts.gaps.length
  if (count > 1 && parts.topics.length > 0) return parts
  const asked = askedIn(question, knowledge)
  if (asked) return { topics: [asked] }
  const ranked = rankQuestion(question, knowledge)
  const [last] = lastFacts
  const content = contentWordsOf(words, knowledge.locale).length
  const meant = last && content === 1 && meantInContext(ranked, last)
  if (meant) return { topics: [meant] }
  // "And silver?" asks for the last fact again.
  if (last && content === 1 && ranked[0]?.topic === 'token.silver')
    return { topics: [last, 'token.silver'] }
  const isContinuing =
    lastFacts.length > 0 && !isClearAlone(words, ranked, knowledge)
  const continued =
    isContinuing && continueFrom(askingWords(question), lastFacts, knowledge)
  const isRemark = questions.length > 0 && !question.sentences.some(isQuestion)
  const [best] = ranked
  const isTalk = isRemark && isConversational(best)
  if (continued && !(isTalk && continued.isUncertain)) return continued
  const isUnanswered =
    !best ||
    !isFact(best.topic) ||
    best.likelihood < minLikelihood ||
    !knowledge.facts.get(best.topic)?.isStated
  if (added && isUnanswered) return { topics: [added.id] }
  if (best?.topic === 'intent.noAnswer' && count > 1) return parts
  if (isRemark && (!best || remarks.includes(best.topic)))
    return { intent: 'acknowledged' }
  if (best && !isFact(best.topic))
    return refuse(best.topic, ranked, questions.at(-1), knowledge)
  const isEmpty = words.length === 1 && content === 0
  return best && best.likelihood >= minLikelihood && !isEmpty
    ? chooseFacts(ranked, knowledge)
    : { intent: 'unsure', alternatives: likelyFacts(ranked) }
}

/** Whether words are likely to be thanks or the like, and ask nothing. */
function isConversational(best: Likelihoods[number] | undefined): boolean {
  return (
    best !== undefined &&
    !isFact(best.topic) &&
    !unanswered.includes(best.topic) &&
    best.likelihood >= minLikelihood
  )
}

// Answers below this likelihood are wrong half of the time.
const minCertain = 0.6
const minSecond = 0.25

/**
 * Returns the likeliest fact, or the two likeliest if a visitor may mean
 * either.
 */
function chooseFacts(ranked: Likelihoods, { facts }: Knowledge): Decision {
  const isUncertain = (ranked[0]?.likelihood ?? 0) < minCertain
  const topics = ranked
    .slice(0, isUncertain ? 2 : 1)
    .filter(
      ({ topic, likelihood }, at) =>
        at === 0 ||
        (likelihood >= minSecond &&
          facts.get(topic)?.isStated &&
          topic !== retailFact),
    )
    .map(({ topic }) => topic)
  const alternatives = isUncertain ? likelyFacts(ranked, topics) : []
  return { topics, alternatives, isUncertain }
}

/**
 * Returns the words of the clauses that ask or request something, or all words
 * if there is no such clause.
 */
function askingWords(question: Question): string[] {
  const requests = question.clauses.filter(({ isRequest }) => isRequest)
  return requests.length > 0
    ? requests.flatMap(({ words }) => words)
    : wordsIn(question)
}

/**
 * Corrects the fact that a single word asks for by the subject of the last
 * fact: after a fact about delivery, "minimum" is not the minimum trade.
 */
function meantInContext([best]: Likelihoods, last: string): string | undefined {
  return meanings[subjectOf(last)]?.[best?.topic ?? '']
}

const meanings: Partial<Record<string, Partial<Record<string, string>>>> =
  tables.meanings

const minAsked = 0.8

/**
 * Returns the fact that the only clear question of a message asks for, if other
 * sentences describe the visitor.
 */
function askedIn({ clauses }: Question, knowledge: Knowledge) {
  const asked = clauses.filter(({ isAsked }) => isAsked)
  if (asked.length === clauses.length) return undefined
  const words = asked.flatMap((clause) => clause.words)
  return clearFact(rankWords(words, knowledge), minAsked)
}

function refuse(
  topic: string,
  ranked: Likelihoods,
  last: string | undefined,
  knowledge: Knowledge,
): Decision {
  const intent = topic.replace('intent.', '') as Intent
  if (intent === 'noAnswer')
    return { intent, alternatives: likelyFacts(ranked) }
  if (intent !== 'notWhatIAsked' || last === undefined) return { intent }
  const [wrong, ...others] = rankQuestion(questionOf(last), knowledge)
  return { intent, alternatives: likelyFacts(others, wrong && [wrong.topic]) }
}

// Intents of sentences that ask nothing.
const remarks = ['intent.offTopic', 'intent.noAnswer', 'intent.acknowledged']

// A follow-up may look unanswered without its context.
const minClearUnanswered = 0.7
const minClearIntent = 0.3
const unanswered = ['intent.noAnswer', 'intent.offTopic']

/** Whether a message is clear without the conversation. Aspects never are. */
function isClearAlone(
  words: string[],
  [best]: Likelihoods,
  knowledge: Knowledge,
): boolean {
  if (!best) return false
  return (
    best.likelihood >= minClear(best.topic) &&
    aspectIn(words, knowledge) === undefined
  )
}

function minClear(topic: string): number {
  if (isFact(topic)) return minClearFact
  return unanswered.includes(topic) ? minClearUnanswered : minClearIntent
}
