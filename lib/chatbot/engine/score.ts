import { isQuestion } from '@/lib/chatbot/sales-intent'
import { type Locale, mapLocales } from '@/lib/i18n/routing'
import { isFact, type Likelihoods } from './classifier'
import taught from './generated/words.json'
import { classify, type Knowledge } from './knowledge'
import { compilePhrases, featuresOf, hasPhrase, isInstitution, phraseAt, unitsOf } from './lexicon'
import { sectionOf, subjectOf } from './sections'
import type { TaughtWords } from './training'
import { type Question, wordsOf } from './words'

// Likelihoods are between 0 and 1; `npm run eval:assistant` shows what a change does.

/** Below it a topic is too weak to answer with. */
export const minLikelihood = 0.2

/** A clause that asks for something of its own, and one that is worded as a question. */
const minClause = 0.4
const minQuestion = 0.25

const minSuggestion = 0.02
const maxSuggestions = 3

export type Evidence = ReturnType<typeof score>

export function score(question: Question, knowledge: Knowledge, said: string[]) {
  const words = question.sentences.flat()
  const units = unitsOf(words, knowledge.locale)
  const isPlausible = plausibility(words, knowledge.locale)
  const ranked = rankQuestion(question, knowledge).filter(isPlausible)
  const fact = ranked.find(({ topic }) => isFact(topic))
  const intent = ranked.find(({ topic }) => !isFact(topic))
  return {
    knowledge,
    said,
    words,
    units,
    followUp: said.length > 0 ? followUpIn(words, knowledge.locale) : undefined,
    ranked,
    fact: fact?.topic,
    intent: intent?.topic,
    isRefused: !fact || fact !== ranked[0],
    isWeak: !fact || fact.likelihood < minLikelihood || (words.length === 1 && units.length === 0),
    /** The facts that clauses ask for, where there are several, or one beside a wish for contact. */
    asked: askedInClauses(question, knowledge, isPlausible, fact?.topic),
  }
}

function rankWords(words: string[], { locale, facts }: Knowledge): Likelihoods {
  // What is asked of the answer before ("follow-up.when") is no topic here.
  const ranked = classify(featuresOf(words, locale)).filter(({ topic }) => !isFact(topic) || facts.has(topic))
  const total = ranked.reduce((sum, { likelihood }) => sum + likelihood, 0)
  return ranked.map(({ topic, likelihood }) => ({ topic, likelihood: likelihood / total }))
}

/**
 * A fact counts half by the whole message and half by the sentence or clause that asks for it most clearly; an intent by the
 * whole message or by what asks in it, whichever is less.
 */
export function rankQuestion({ sentences, clauses }: Question, knowledge: Knowledge): Likelihoods {
  const whole = rankWords(sentences.flat(), knowledge)
  const asking = new Map(rankWords(clauses.flat(), knowledge).map(({ topic, likelihood }) => [topic, likelihood]))
  const clearest = new Map<string, number>()
  for (const { topic, likelihood } of [...sentences, ...clauses].flatMap((part) => rankWords(part, knowledge)))
    clearest.set(topic, Math.max(likelihood, clearest.get(topic) ?? 0))
  return whole
    .map(({ topic, likelihood }) => {
      if (!isFact(topic)) return { topic, likelihood: Math.min(likelihood, asking.get(topic) ?? 0) }
      return { topic, likelihood: (likelihood + (clearest.get(topic) ?? 0)) / 2 }
    })
    .sort(likelierFirst)
}

function likelierFirst(one: Likelihoods[number], other: Likelihoods[number]): number {
  return other.likelihood - one.likelihood
}

/** How much a fact counts in a follow-up, by what it has to do with the fact told last. */
const nearness = { sameSubject: 1, other: 0.2, told: 0.12, aspect: 0.02 }
const minClearIntent = 0.7

/**
 * The facts that words ask for, alone and behind the question answered last; the subject in hand is preferred. Empty
 * where they are clearly no question. `isAspect`: the words alone ("when?") say nothing of a subject.
 */
export function rankInContext(words: string[], said: string[], knowledge: Knowledge, isAspect = false): Likelihoods {
  const [last = ''] = said
  const alone = isAspect ? [] : rankWords(words, knowledge)
  if (alone.some(({ topic, likelihood }) => !isFact(topic) && likelihood >= minClearIntent)) return []
  const shares = new Map(alone.map(({ topic, likelihood }) => [topic, likelihood]))
  const nearnessOf = (topic: string) => {
    if (topic !== last && subjectOf(topic) === subjectOf(last)) return nearness.sameSubject
    if (isAspect) return nearness.aspect
    return topic === last ? nearness.told : nearness.other
  }
  const question = wordsOf(knowledge.facts.get(last)?.question ?? '')
  const facts = rankWords([...question, ...words], knowledge).filter(({ topic }) => isFact(topic))
  const weighed = facts.map(({ topic, likelihood }) => {
    return { topic, likelihood: (likelihood + 2 * (shares.get(topic) ?? 0)) * nearnessOf(topic) }
  })
  const total = weighed.reduce((sum, { likelihood }) => sum + likelihood, 0)
  return weighed.map(({ topic, likelihood }) => ({ topic, likelihood: likelihood / total })).sort(likelierFirst)
}

export function offered(ranked: Likelihoods, told: string[] = []): string[] {
  const likely = ranked.filter(({ likelihood }) => likelihood >= minSuggestion).map(({ topic }) => topic)
  return likely.filter((topic) => isFact(topic) && !told.includes(topic)).slice(0, maxSuggestions)
}

function plausibility(words: string[], locale: Locale) {
  const least: Record<string, number> = {
    'clients.retail': isInstitution(words, locale) ? 1 : 0.3,
    'intent.competitor': hasPhrase(words, competitors) ? 0 : 0.8,
    'intent.distress': 0.8,
    'intent.abuse': 0.7,
    'intent.notWhatIAsked': 0.7,
    'intent.gibberish': 0.7,
  }
  return ({ topic, likelihood }: Likelihoods[number]) => likelihood >= (least[topic] ?? 0)
}

type IsPlausible = ReturnType<typeof plausibility>

/** "When does the next report come out, and where can I read it?": the second clause is about what the first asks. */
function askedInClauses({ clauses }: Question, knowledge: Knowledge, isPlausible: IsPlausible, first = ''): string[] {
  const asked = new Set<string>()
  for (const clause of clauses) {
    const goesOn = asked.size > 0 ? followUpIn(clause, knowledge.locale) : undefined
    // "We would", which "like to know" was cut from, says nothing.
    if (!goesOn && unitsOf(clause, knowledge.locale).length === 0) continue
    const alone = goesOn?.aspect ? [] : rankWords(clause, knowledge).filter(isPlausible)
    const inContext = goesOn ? rankInContext(clause, [...asked], knowledge, goesOn.aspect !== undefined) : []
    const least = isQuestion(clause.join(' ')) ? minQuestion : minClause
    const fact = clearFact(alone, least) ?? clearFact(inContext.filter(isPlausible), least)
    if (fact) asked.add(fact.topic)
  }
  return asked.size > 1 || sectionOf(first) === 'contact' ? [...asked] : []
}

function clearFact([best]: Likelihoods, least: number): Likelihoods[number] | undefined {
  return best && isFact(best.topic) && best.likelihood >= least ? best : undefined
}

const sources: Partial<Record<Locale, TaughtWords>> = taught

const phrases = mapLocales((locale) => {
  const { pronouns = [], starts = [] } = sources[locale] ?? {}
  return { pronouns: tableOf(pronouns), starts: tableOf(starts) }
})

function tableOf(list: string[]) {
  return compilePhrases({ phrase: list.map(wordsOf) })
}

export const competitors = tableOf(Object.values(sources).flatMap((source) => source.competitors))

export type FollowUp = { aspect?: string; named: string[]; words: string[] }

/** What may be asked by its name alone: "And silver?", "In Mexico as well?" */
const nameable = ['gold', 'silver', 'othermetal', 'unsupported', 'country']

const aspectTopic = /^follow-up\.(.+)$/
const minAspect = 0.5

function followUpIn(words: string[], locale: Locale): FollowUp | undefined {
  const { pronouns, starts } = phrases[locale]
  const start = phraseAt(starts, words, 0)
  const rest = start ? words.slice(start.words.length) : words
  const [best] = classify(featuresOf(rest, locale))
  const aspect = best && best.likelihood >= minAspect ? best.topic.match(aspectTopic)?.[1] : undefined
  if (aspect) return { aspect, named: [], words: rest }
  const units = unitsOf(rest, locale)
  const named = units.flatMap((unit) => nameable.filter((name) => unit.includes(`#${name}`)))
  if (units.length > 0 && named.length === units.length && units.length <= 2) return { named, words: rest }
  const isOpen = start !== undefined || hasPhrase(rest, pronouns)
  return isOpen && rest.length > 0 ? { named: [], words: rest } : undefined
}
