import type { Locale } from '@/lib/i18n/routing'
import { type AllKnowledge, type Knowledge, loadKnowledge } from '../knowledge'
import {
  type Context,
  type Gap,
  type Intent,
  maxTopics,
  type Route,
} from '../router'
import { notStated, sectionOf } from '../sections'
import { isFact, type Likelihoods } from './classifier'
import type { Decision } from './decision'
import { type FollowUp, followUpIn, resolveFollowUp } from './follow-up'
import { isKnownWord, languageOf, noiseIn } from './language'
import { unitsOf } from './lexicon'
import {
  asksAnywhere,
  isQuestion,
  type Part,
  type Question,
  questionOf,
} from './question'
import {
  likelyFacts,
  minLikelihood,
  rankClause,
  rankInContext,
  rankQuestion,
} from './rank'
import { namesCompetitor } from './taught-phrases'
import { wordsOf } from './words'

/**
 * Routes a message with the classifier that was trained at set-up, and with a
 * search of facts added since.
 */
export async function routeByClassifier(
  message: string,
  context: Context,
): Promise<Route> {
  const all = await loadKnowledge()
  const typed = questionOf(message)
  const words = wordsIn(typed)
  const language = languageIn(message, words, context, all)
  const unreadable = findUnreadable(words, language, context, all)
  const knowledge = all[language === 'other' ? context.page : language]
  const decision = unreadable ??
    decide(correct(typed, knowledge, all), context, knowledge) ?? {
      intent: 'unsure',
    }
  return {
    language: knowledge.locale,
    topics: [],
    gaps: [],
    others: [],
    ...decision,
  }
}

function wordsIn({ sentences }: Question): string[] {
  return sentences.flatMap(({ words }) => words)
}

/** Returns the language of a message, considering its context. */
export async function languageOfMessage(
  message: string,
  context: Context,
): Promise<Locale | 'other'> {
  return languageIn(
    message,
    wordsIn(questionOf(message)),
    context,
    await loadKnowledge(),
  )
}

function languageIn(
  message: string,
  words: string[],
  { page, questions }: Context,
  all: AllKnowledge,
) {
  const previous = words.every(saysNoLanguage) ? questions.at(-1) : undefined
  return languageOf(
    previous ?? message,
    previous ? wordsOf(previous) : words,
    all,
    page,
  )
}

/**
 * Whether a word is a number or common to all languages. After such words, the
 * conversation continues in its previous language.
 */
function saysNoLanguage(word: string): boolean {
  return /^(\d+|ok|okay|oz|kg|usd|eur)$/.test(word)
}

function findUnreadable(
  words: string[],
  language: Locale | 'other',
  { questions }: Context,
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

function correct(
  question: Question,
  knowledge: Knowledge,
  all: AllKnowledge,
): Question {
  const unknown = [...new Set(wordsIn(question))]
    .filter((word) => !isKnownWord(word, all))
    .slice(0, 50)
  const corrected = new Map(
    unknown.map((word) => [word, knowledge.correct(word)]),
  )
  const read = (parts: Part[]) =>
    parts.map(({ text, words }) => ({
      text,
      words: words.map((word) => corrected.get(word) ?? word),
    }))
  return {
    sentences: read(question.sentences),
    clauses: read(question.clauses),
  }
}

/** Applies the first rule that matches. Facts come before refusals. */
export function decide(
  question: Question,
  context: Context,
  knowledge: Knowledge,
): Decision {
  const { told } = context
  const words = wordsIn(question)
  const exact = knowledge.questions.get(words.join(' '))
  if (exact) return { topics: [exact] }

  const units = unitsOf(words, knowledge.locale)
  const ranked = rankQuestion(question, knowledge)
  const [best] = ranked
  const fact = ranked.find(({ topic }) => isFact(topic))
  const isRefused = best !== undefined && best !== fact
  const isWeak =
    !fact ||
    fact.likelihood < minLikelihood ||
    (words.length === 1 && units.length === 0)

  const parts = answerParts(question, words, knowledge)
  const isSeveral =
    parts.topics.length + parts.gaps.length > 1 && parts.hasSubject
  const followUp =
    told.length > 0 ? followUpIn(words, knowledge.locale) : undefined
  if (followUp && !isSeveral && !isClearAlone(followUp, best)) {
    if (isRemark(question, followUp, best))
      return { intent: closingOf(question, knowledge) }
    const continued = resolveFollowUp(followUp, told, knowledge)
    if (continued) return continued
  }
  const added =
    isRefused || isWeak || isGap(fact.topic, knowledge)
      ? knowledge.search(units)
      : undefined
  if (added) return { topics: [added] }
  if (namesCompetitor(words)) return { intent: 'competitor' }
  if (isSeveral) return { topics: parts.topics, gaps: parts.gaps }
  if (isRefused) return refuse(best.topic, ranked, context, knowledge)
  if (isWeak) return { intent: 'unsure', others: likelyFacts(ranked) }
  return { topics: [fact.topic] }
}

/** Whether neither the site nor the brand says anything about a topic. */
function isGap(topic: string, { facts }: Knowledge): boolean {
  return sectionOf(topic) === notStated && !facts.get(topic)?.isStated
}

function refuse(
  topic: string,
  ranked: Likelihoods,
  { questions, told }: Context,
  knowledge: Knowledge,
): Decision {
  const intent = topic.replace('intent.', '') as Intent
  if (intent === 'noAnswer') return { intent, others: likelyFacts(ranked) }
  if (intent !== 'notWhatIAsked') return { intent }
  const last = questions.at(-1)
  return {
    intent,
    others: last
      ? likelyFacts(rankQuestion(questionOf(last), knowledge), told)
      : [],
  }
}

const minClear = 0.5

const minStatementWords = 4

/**
 * Whether a follow-up asks nothing. A short message is never a remark, because
 * a few words may ask without being worded as a question.
 */
function isRemark(
  { sentences }: Question,
  { aspect, named, words }: FollowUp,
  best: Likelihoods[number] | undefined,
) {
  const isShort = sentences.every(
    (sentence) => sentence.words.length < minStatementWords,
  )
  const isContinued = words.length < wordsIn({ sentences, clauses: [] }).length
  const asks =
    isShort ||
    isContinued ||
    aspect !== undefined ||
    named.length > 0 ||
    sentences.some(asksAnywhere)
  return (
    !asks && (!best || isFact(best.topic) || unanswered.includes(best.topic))
  )
}

/**
 * Returns whether a remark says goodbye or thanks in any of its sentences, or
 * only needs an acknowledgement.
 */
function closingOf({ sentences }: Question, knowledge: Knowledge): Intent {
  const topics = sentences.map(
    ({ words }) => rankClause(words, words, knowledge)[0]?.topic,
  )
  if (topics.includes('intent.bye')) return 'bye'
  return topics.includes('intent.thanks') ? 'thanks' : 'acknowledged'
}

/**
 * Whether a possible follow-up is clear without the conversation. Aspects and
 * names alone never are.
 */
function isClearAlone(
  { aspect, named }: { aspect?: string; named: string[] },
  best: Likelihoods[number] | undefined,
) {
  if (aspect !== undefined || named.length > 0 || !best) return false
  return isFact(best.topic) && best.likelihood >= minClear
}

const minClause = 0.4
// A clause that is worded as a question needs a lower likelihood.
const minQuestion = 0.25

/**
 * Returns the facts that the clauses ask for, in the visitor's order, and the
 * questions that no fact answers.
 */
function answerParts(
  { clauses }: Question,
  message: string[],
  knowledge: Knowledge,
) {
  const topics = new Set<string>()
  const gaps: Gap[] = []
  for (const clause of clauses) {
    const { text, words } = clause
    const before = [...topics]
    const followUp =
      before.length > 0 ? followUpIn(words, knowledge.locale) : undefined
    // Skips words without content, such as the "We would" left over from "we
    // would like to know".
    if (!followUp && unitsOf(words, knowledge.locale).length === 0) continue
    const minimum = isQuestion(clause) ? minQuestion : minClause
    const alone = followUp?.aspect ? [] : rankClause(words, message, knowledge)
    const inContext = followUp
      ? rankInContext(words, before, knowledge, followUp.aspect !== undefined)
      : []
    const clear = clearFact(alone, minimum)
    const fact = clear ?? clearFact(inContext, minimum)
    if (fact && knowledge.facts.get(fact)?.isStated) topics.add(fact)
    else if (clear) gaps.push({ text: tidy(text), topic: clear })
    else if (isUnansweredQuestion(clause, alone))
      gaps.push({ text: tidy(text) })
  }
  const missing = new Set(gaps.map(({ topic }) => topic))
  const hasSubject =
    topics.size > 0 || (missing.size > 1 && !missing.has(undefined))
  return { topics: [...topics].slice(0, maxTopics), gaps, hasSubject }
}

/** Removes the punctuation around a part, so that it can be quoted. */
function tidy(text: string): string {
  return text.replace(/^[¿¡\s]+|[\s?!.…]+$/g, '')
}

function clearFact([best]: Likelihoods, minimum: number): string | undefined {
  return best && isFact(best.topic) && best.likelihood >= minimum
    ? best.topic
    : undefined
}

const unanswered = ['intent.noAnswer', 'intent.offTopic']

/** Whether a clause asks a separate question that the site does not answer. */
function isUnansweredQuestion(clause: Part, [best]: Likelihoods): boolean {
  if (!isQuestion(clause) || clause.words.length < minGapWords || !best)
    return false
  return unanswered.includes(best.topic)
}

// Shorter questions, such as "Is that so", name nothing that could be quoted as
// a gap.
const minGapWords = 4
