import tables from '../fact-tables.json'
import { isStated, type Knowledge } from '../knowledge'
import type { ConversationContext, Intent } from '../message-route'
import { retailFact, subjectOf } from '../sections'
import { isFact, type Likelihoods } from './classifier'
import { aspectIn, continueFrom, type Decision } from './follow-up'
import { contentStemsOf, contentWordsOf, givesThanks } from './lexicon'
import { answerParts, type PartAnswers } from './parts'
import { hasQuestion, type Question, questionOf, wordsIn } from './question'
import {
  likelyFacts,
  minClearFact,
  minLikelihood,
  rankQuestion,
  topFact,
} from './rank'
import { wordsOf } from './words'

/** A message, and everything that the rules need to decide on its answer. */
type Message = Pick<ConversationContext, 'lastFacts' | 'questions'> & {
  knowledge: Knowledge
  question: Question
  words: string[]
  /** The number of words that are not stopwords. */
  contentWords: number
  /** What the message may be about, likeliest first. */
  ranked: Likelihoods
  /** The facts and gaps of the message's clauses. */
  parts: PartAnswers
  /** Whether the message continues a conversation without asking anything. */
  isRemark: boolean
}

// The first rule that decides wins. Facts come before refusals.
const rules: ((message: Message) => Decision)[] = [
  byFactQuestion,
  byCloseAddedQuestion,
  bySeveralParts,
  byConversation,
  byAddedQuestion,
  byGaps,
  byLikelihood,
]

/** Chooses the facts or the intent for a message in a language of the site. */
export function chooseRoute(
  question: Question,
  { lastFacts, questions }: ConversationContext,
  knowledge: Knowledge,
): Decision {
  const words = wordsIn(question.sentences)
  const message: Message = {
    lastFacts,
    questions,
    knowledge,
    question,
    words,
    contentWords: contentWordsOf(words, knowledge.locale).length,
    ranked: rankQuestion(question, knowledge),
    parts: answerParts(question, knowledge),
    isRemark: questions.length > 0 && !hasQuestion(question),
  }
  for (const rule of rules) {
    const decision = rule(message)
    if (decision) return decision
  }
  return undefined
}

/** Answers a message that is the question of a fact, word for word. */
function byFactQuestion({ words, knowledge }: Message): Decision {
  const fact = knowledge.questions.get(words.join(' '))
  return fact === undefined ? undefined : { factIds: [fact] }
}

/** Answers a message that is close to a question added after training. */
function byCloseAddedQuestion({ words, knowledge }: Message): Decision {
  const added = knowledge.search(words)
  return added?.isClose ? { factIds: [added.id] } : undefined
}

/**
 * Answers a message that asks for several things, if at least one of them has an
 * answer.
 */
function bySeveralParts({ parts }: Message): Decision {
  return hasSeveral(parts) && parts.factIds.length > 0 ? parts : undefined
}

function hasSeveral({ factIds, gaps }: PartAnswers): boolean {
  return factIds.length + gaps.length > 1
}

/**
 * Answers a follow-up to the last facts, unless the message is clear by itself.
 */
function byConversation(message: Message): Decision {
  const { words, contentWords, ranked, knowledge } = message
  const lastFacts = closestFirst(message.lastFacts, words, knowledge)
  const [last] = lastFacts
  if (!last) return undefined
  const meant = contentWords === 1 && factsOfWord(ranked, last)
  if (meant) return { factIds: meant }
  if (isClearAlone(words, ranked, knowledge)) return undefined
  return continueFrom(askingWords(message.question), lastFacts, knowledge)
}

/**
 * Sorts the facts given last by how many words of a message they contain, so
 * that “are those business days?” is about the fact with the days.
 */
function closestFirst(
  facts: string[],
  words: string[],
  { facts: known, locale }: Knowledge,
): string[] {
  const asked = new Set(contentStemsOf(words, locale))
  const sharedWith = (id: string) =>
    asked.intersection(
      new Set(contentStemsOf(wordsOf(known.get(id)?.text ?? ''), locale)),
    ).size
  return facts.toSorted((a, b) => sharedWith(b) - sharedWith(a))
}

/**
 * Answers with the closest question added after training, unless the likeliest
 * fact already answers the message.
 */
function byAddedQuestion({ words, ranked, knowledge }: Message): Decision {
  const added = knowledge.search(words)
  const likely = topFact(ranked, minLikelihood)
  const isAnswered = likely !== undefined && isStated(likely, knowledge)
  return added && !isAnswered ? { factIds: [added.id] } : undefined
}

/** Names the things that a message asks for, if none of them has an answer. */
function byGaps({ parts, ranked: [best] }: Message): Decision {
  return hasSeveral(parts) && best?.label === 'intent.noAnswer'
    ? parts
    : undefined
}

/** Answers with the likeliest label, if it is likely enough. */
function byLikelihood(message: Message): Decision {
  const { words, contentWords, ranked, questions, knowledge } = message
  const [best] = ranked
  if (message.isRemark && (!best || remarkLabels.includes(best.label)))
    return { intent: givesThanks(words) ? 'thanks' : 'acknowledged' }
  if (best && !isFact(best.label) && !isGuessedReproach(best))
    return decideIntent(best.label, ranked, questions.at(-1), knowledge)
  const isEmpty = words.length === 1 && contentWords === 0
  return best &&
    isFact(best.label) &&
    best.likelihood >= minLikelihood &&
    !isEmpty
    ? chooseFacts(ranked, knowledge)
    : { intent: 'unsure', alternatives: likelyFacts(ranked) }
}

/**
 * Returns the facts that a single word asks for right after the last fact, if
 * this context changes its meaning. After a fact about delivery, “minimum” does
 * not ask for the minimum trade.
 */
function factsOfWord([best]: Likelihoods, last: string): string[] | undefined {
  const meant = meanings[subjectOf(last)]?.[best?.label ?? '']
  if (meant) return [meant]
  // "And silver?" asks for the last fact again.
  return best?.label === 'token.silver' ? ['token.silver', last] : undefined
}

const meanings: Partial<Record<string, Partial<Record<string, string>>>> =
  tables.meanings

// Answers below this likelihood are wrong half of the time.
const minCertain = 0.6
const minSecond = 0.25

/**
 * Returns the likeliest fact, or the two likeliest if a visitor may mean
 * either.
 */
function chooseFacts(ranked: Likelihoods, knowledge: Knowledge): Decision {
  const isUncertain = topFact(ranked, minCertain) === undefined
  const factIds = ranked
    .slice(0, isUncertain ? 2 : 1)
    .filter(
      ({ label, likelihood }, index) =>
        index === 0 ||
        (likelihood >= minSecond &&
          isStated(label, knowledge) &&
          label !== retailFact),
    )
    .map(({ label }) => label)
  const alternatives = isUncertain ? likelyFacts(ranked, factIds) : []
  return { factIds, alternatives, isUncertain }
}

/**
 * Returns the words of the clauses that ask or request something, or all words
 * if there is no such clause.
 */
function askingWords(question: Question): string[] {
  const requests = question.clauses.filter(({ isRequest }) => isRequest)
  return wordsIn(requests.length > 0 ? requests : question.sentences)
}

// Below this likelihood, a short remark is mistaken for a reproach as often as
// it is one.
const minReproach = 0.45
const reproaches = ['intent.abuse', 'intent.competitor', 'intent.distrust']

function isGuessedReproach({ label, likelihood }: Likelihoods[number]) {
  return reproaches.includes(label) && likelihood < minReproach
}

function decideIntent(
  label: string,
  ranked: Likelihoods,
  lastQuestion: string | undefined,
  knowledge: Knowledge,
): Decision {
  const intent = label.replace('intent.', '') as Intent
  if (intent === 'noAnswer')
    return { intent, alternatives: likelyFacts(ranked) }
  if (intent !== 'notWhatIAsked' || lastQuestion === undefined)
    return { intent }
  const [wrong, ...others] = rankQuestion(questionOf(lastQuestion), knowledge)
  return { intent, alternatives: likelyFacts(others, wrong && [wrong.label]) }
}

// Intents of sentences that ask nothing.
const remarkLabels = [
  'intent.offTopic',
  'intent.noAnswer',
  'intent.acknowledged',
]

// A follow-up may look unanswered without its context.
const minClearUnanswered = 0.7
const minClearIntent = 0.3
const unanswered = ['intent.noAnswer', 'intent.offTopic']

/**
 * Whether a message is clear without the conversation. A message about an
 * aspect, such as “why?”, never is.
 */
function isClearAlone(
  words: string[],
  [best]: Likelihoods,
  knowledge: Knowledge,
): boolean {
  if (!best) return false
  return (
    best.likelihood >= minClear(best.label) &&
    aspectIn(words, knowledge) === undefined
  )
}

function minClear(label: string): number {
  if (isFact(label)) return minClearFact
  return unanswered.includes(label) ? minClearUnanswered : minClearIntent
}
