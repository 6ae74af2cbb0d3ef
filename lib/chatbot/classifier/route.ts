import type { Locale } from '@/lib/i18n/routing'
import tables from '../fact-tables.json'
import { type AllKnowledge, type Knowledge, loadKnowledge } from '../knowledge'
import type { ConversationContext, Gap, Intent, Route } from '../router'
import { sectionOf, subjectOf } from '../sections'
import { isFact, type Likelihoods } from './classifier'
import { correct } from './correct'
import { aspectIn, continueFrom, type Decision, relative } from './follow-up'
import { noiseIn, recognizeLanguage } from './language'
import { contentWordsOf } from './lexicon'
import {
  type Clause,
  isQuestion,
  type Part,
  type Question,
  questionOf,
  wordsIn,
} from './question'
import {
  likelyFacts,
  minClearFact,
  minLikelihood,
  rankInContext,
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
  const decision =
    findUnreadable(wordsIn(question), language, context, all) ??
    decide(correct(question, knowledge, all), context, knowledge)
  return {
    language: knowledge.locale,
    topics: [],
    gaps: [],
    others: [],
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
  { told, questions }: ConversationContext,
  knowledge: Knowledge,
): Decision {
  const words = wordsIn(question)
  const exact = knowledge.questions.get(words.join(' '))
  if (exact) return { topics: [exact] }

  const parts = answerParts(question, knowledge)
  const count = parts.topics.length + parts.gaps.length
  if (count > 1 && parts.topics.length > 0) return parts
  const asked = askedIn(question, knowledge)
  if (asked) return { topics: [asked] }
  const ranked = rankQuestion(question, knowledge)
  const [last] = told
  const content = contentWordsOf(words, knowledge.locale).length
  const meant = last && content === 1 && meantInContext(ranked, last)
  if (meant) return { topics: [meant] }
  // "And silver?" asks for the last fact again.
  if (last && content === 1 && ranked[0]?.topic === 'token.silver')
    return { topics: [last, 'token.silver'] }
  const isContinuing =
    told.length > 0 && !isClearAlone(words, ranked, knowledge)
  const asking = question.clauses.filter(({ isRequest }) => isRequest)
  const follow = asking.length > 0 ? asking.flatMap((one) => one.words) : words
  const continued = isContinuing && continueFrom(follow, told, knowledge)
  if (continued) return continued
  const [best] = ranked
  const isUnanswered =
    !best ||
    !isFact(best.topic) ||
    best.likelihood < minLikelihood ||
    !knowledge.facts.get(best.topic)?.isStated
  const added = isUnanswered ? knowledge.search(words) : undefined
  if (added) return { topics: [added] }
  if (best?.topic === 'intent.noAnswer' && count > 1) return parts
  const isRemark = questions.length > 0 && !question.sentences.some(isQuestion)
  if (isRemark && (!best || remarks.includes(best.topic)))
    return { intent: 'acknowledged' }
  if (best && !isFact(best.topic))
    return refuse(best.topic, ranked, questions.at(-1), knowledge)
  const isEmpty = words.length === 1 && content === 0
  return best && best.likelihood >= minLikelihood && !isEmpty
    ? { topics: [best.topic] }
    : { intent: 'unsure', others: likelyFacts(ranked) }
}

/**
 * Returns the fact that one word, such as "minimum", means in the subject of
 * the last fact, if it means another one by itself.
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
  if (intent === 'noAnswer') return { intent, others: likelyFacts(ranked) }
  if (intent !== 'notWhatIAsked' || last === undefined) return { intent }
  const [wrong, ...others] = rankQuestion(questionOf(last), knowledge)
  return { intent, others: likelyFacts(others, wrong && [wrong.topic]) }
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

// A longer answer would not be read.
const maxTopics = 6
const minWord = 0.7
const minClause = 0.4
const minQuestion = 0.25
const minAspect = 0.65
const minInContext = 0.4

/**
 * Returns how likely a fact must be to answer a clause: less if the clause is
 * worded as a question, more if it is a single word.
 */
function minimumOf(clause: Part): number {
  if (clause.words.length === 1) return minWord
  return isQuestion(clause) ? minQuestion : minClause
}

/**
 * Returns the facts that the clauses ask for, in the visitor's order, and the
 * parts that no fact answers.
 */
function answerParts(
  { clauses }: Question,
  knowledge: Knowledge,
): { topics: string[]; gaps: Gap[] } {
  const topics: string[] = []
  const gaps: Gap[] = []
  for (const clause of clauses.filter(({ isAsked }) => isAsked)) {
    const { fact, isClear, isGap } = answerPart(clause, topics, knowledge)
    const isStated = fact && knowledge.facts.get(fact)?.isStated
    if (fact && isStated) topics.push(fact)
    // A single word, such as a job title under a letter, is rarely a question.
    else if (isClear && clause.words.length > 1)
      gaps.push({ text: tidy(clause.text), topic: fact })
    else if (isGap) gaps.push({ text: tidy(clause.text) })
  }
  return { topics: [...new Set(topics)].slice(0, maxTopics), gaps }
}

// Matches the first words of a description of the visitor, which asks nothing.
const aboutVisitor =
  /^\s*(?:\p{L}+['’\s]+){0,2}(?:my|our|we|i|ma|mon|mes|notre|nos|nous|je|mi|mis|nuestr[oa]s?|soy|somos|yo)(?!\p{L})/iu

/** Reads a clause alone, or else as a follow-up to the clauses before it. */
function answerPart(clause: Clause, before: string[], knowledge: Knowledge) {
  const { words } = clause
  const told = before.toReversed()
  const aspect = told.length > 0 ? aspectIn(words, knowledge) : undefined
  const content = contentWordsOf(words, knowledge.locale).length
  // Skips words without content, such as the "We would" left over from "we
  // would like to know".
  if (!aspect && content === 0) return {}
  const alone = rankWords(words, knowledge)
  const minimum = aspect ? minAspect : minimumOf(clause)
  const isRelative = aspect !== undefined && relative.includes(aspect)
  const clear = clearFact(alone, minimum)
  const fact = isRelative ? undefined : clear
  // Skips descriptions of the visitor, such as "We are a bank".
  if (fact && sectionOf(fact) === 'clients' && !isQuestion(clause)) return {}
  if (fact) return { fact, isClear: true }
  const [best] = alone
  const isUnanswered =
    best?.topic === 'intent.noAnswer' && best.likelihood >= minGap
  if (isUnanswered && !aspect) {
    const isAbout = isQuestion(clause) || !aboutVisitor.test(clause.text)
    return { isGap: clause.isRequest && isAbout && content >= minGapWords }
  }
  const isDoubt = best?.topic === 'intent.distrust' && best.likelihood >= minGap
  if (isDoubt) return { fact: 'attestations.attestor', isClear: true }
  const isVague = told.length > 0 && (aspect || isQuestion(clause))
  const inContext = isVague
    ? rankInContext(words, told, knowledge, aspect !== undefined)
    : []
  const isGap = content >= minGapWords && isQuestion(clause)
  // The context has to be likelier than a fact that is clear without it.
  const related = clearFact(inContext, clear ? minAspect : minInContext)
  return clear && !related
    ? { fact: clear, isClear: true }
    : { fact: related, isGap }
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

// Shorter questions, such as "Is that so", name nothing that could be quoted as
// a gap.
const minGapWords = 2
const minGap = 0.5
