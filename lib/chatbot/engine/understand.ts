import { analyse, type Unit } from './analysis'
import { isFact, type Likelihoods } from './classifier'
import { followUpIn, namesCompetitor, namesFund } from './follow-ups'
import { rankInContext, understandInContext } from './in-context'
import type { Knowledge } from './knowledge'
import { lexicons } from './lexicon'
import { clearFact, offered, rankTopics, rankWords } from './rank-topics'
import { isInstitution, isPrivatePerson } from './retail'
import { notStated, sectionOf } from './sections'
import {
  greetingWords,
  maxFacts,
  minDomainConcepts,
  minGreeting,
  minIntentLikelihood,
  minLikelihood,
  minOffTopicInDomain,
  minQuestionBesideIntroduction,
  minUnlistedCompetitor,
  minUnnamedCompetitor,
  minWithoutContent,
  refusalRatio,
} from './thresholds'
import { stemOf } from './tokenize'
import type { Intent, Question, Understanding } from './understanding'

/** Finds what a message asks for. `said`: the facts told before, the newest first. */
export function understand(question: Question, knowledge: Knowledge, said: string[]): Understanding {
  const words = question.sentences.flat()
  const asked = knowledge.questions.get(words.join(' '))
  if (asked) return { kind: 'facts', ids: [asked], others: [] }
  const followUp = said.length > 0 ? followUpIn(words, knowledge.locale) : undefined
  return (followUp && understandInContext(followUp, said, knowledge)) ?? understandAlone(question, knowledge, said)
}

function understandAlone(question: Question, knowledge: Knowledge, said: string[]): Understanding {
  const words = question.sentences.flat()
  const { units } = analyse(words, knowledge.locale)
  const isMeant = isPlausible(words, units, knowledge, said)
  const ranked = rankTopics(question, knowledge).filter(isMeant)
  const first = ranked.find(({ topic }) => isFact(topic))
  const intent = ranked.find(({ topic }) => !isFact(topic))
  const refused = ranked.filter(({ topic }) => !isFact(topic)).reduce((sum, { likelihood }) => sum + likelihood, 0)
  const familiar = familiarShare(words, knowledge)
  const isRefused = !first || refused > refusalRatio * familiar * first.likelihood
  const least = units.length > 0 ? minLikelihood : minWithoutContent
  const isWeak = !first || first.likelihood < least
  if (isRefused || isWeak || sectionOf(first.topic) === notStated) {
    const untaught = knowledge.search(units)
    if (untaught) return { kind: 'facts', ids: [untaught], others: [] }
    if (isPrivateOrder(units, words, knowledge)) return { kind: 'facts', ids: [retail], others: [] }
  }
  if (namesCompetitor(words) && !(first && !isRefused && isOwnSubject(first.topic)))
    return { kind: 'intent', intent: 'competitor', others: [] }
  if (namesFund(words) && (isRefused || isWeak)) return { kind: 'facts', ids: ['comparison.etf'], others: [] }
  const asked = askedInParts(question.parts, knowledge, isMeant, first?.topic)
  if (asked) return { kind: 'facts', ids: asked.slice(0, maxFacts), others: [] }
  if (isRefused && intent) return refuse(intent.topic, ranked)
  if (!first || isWeak) return { kind: 'unsure', others: offered(ranked) }
  const told = [first.topic]
  return { kind: 'facts', ids: told, others: [] }
}

// A competitor's name beside a question about our own arrangements, such as the vaults, is answered.
function isOwnSubject(topic: string): boolean {
  return !['about', 'comparison', 'clients', 'fees'].includes(sectionOf(topic))
}

const retail = 'clients.retail'
const complaint = 'intent.notWhatIAsked'
const competitor = 'intent.competitor'
const offTopic = 'intent.offTopic'
const domain = [
  'gold',
  'silver',
  'metal',
  'token',
  'ounce',
  'fee',
  'custody',
  'vault',
  'deliver',
  'redeem',
  'trade',
].map((of) => `#${of}`)
const greetings = ['intent.hello', 'intent.thanks', 'intent.bye']

// Of what a message is about, the share that the facts and their questions know.
function familiarShare(words: string[], { locale, familiar }: Knowledge): number {
  const telling = words.filter((word) => !lexicons[locale].stopwords.has(word) && !/^\d/.test(word))
  const known = telling.filter((word) => familiar.has(stemOf(word, locale)))
  return telling.length === 0 ? 1 : known.length / telling.length
}

// "I want to buy gold for my daughter", however unusual the rest is.
function isPrivateOrder(units: Unit[], words: string[], { locale, facts }: Knowledge): boolean {
  const has = (...concepts: string[]) => units.some((unit) => concepts.some((concept) => unit.includes(concept)))
  const isOrder = has('#retail') && has('#trade') && has('#gold', '#silver', '#metal', '#token', '#ounce')
  return isOrder && facts.has(retail) && isPrivatePerson(words, locale)
}

// A retail bank is no private person; nobody is taken for desperate or abusive by a weak sign; behind thanks there may be a
// question; and where no name can be one, a question is hardly about a competitor.
function isPlausible(words: string[], units: Unit[], { locale, known }: Knowledge, said: string[]) {
  const isOfInstitution = isInstitution(words, locale)
  const isNamed = namesCompetitor(words)
  const mayName = words.some((word) => !known.has(word))
  const isOwnDomain =
    domain.filter((concept) => units.some((unit) => unit.includes(concept))).length >= minDomainConcepts
  return ({ topic, likelihood }: Likelihoods[number]) => {
    if (topic === retail) return !isOfInstitution
    if (topic === offTopic) return likelihood >= (isOwnDomain ? minOffTopicInDomain : 0)
    if (greetings.includes(topic)) return words.length <= greetingWords || likelihood >= minGreeting
    if (topic === competitor && !isNamed) return likelihood >= (mayName ? minUnlistedCompetitor : minUnnamedCompetitor)
    const least = topic === complaint && said.length > 0 ? 0 : minIntentLikelihood[topic]
    return likelihood >= (least ?? 0)
  }
}

function refuse(topic: string, ranked: Likelihoods): Understanding {
  const intent = topic.slice('intent.'.length) as Intent
  return { kind: 'intent', intent, others: intent === 'noAnswer' ? offered(ranked) : [] }
}

type IsMeant = ReturnType<typeof isPlausible>

/**
 * The facts for parts that each ask for something, where there are several: "When does the next report come out, and where
 * can I read it?", where the second part is about what the first asks. Who somebody is ("we are a bank") asks for nothing
 * beside a clear question.
 */
function askedInParts(parts: string[][], knowledge: Knowledge, isMeant: IsMeant, first = ''): string[] | undefined {
  const asked = new Map<string, number>()
  for (const part of parts) {
    const alone = clearFact(rankWords(part, knowledge).filter(isMeant))
    const isOpen = asked.size > 0 && followUpIn(part, knowledge.locale) !== undefined
    const fact = alone ?? (isOpen ? clearFact(rankInContext(part, [...asked.keys()], knowledge)) : undefined)
    if (fact && !asked.has(fact.topic)) asked.set(fact.topic, fact.likelihood)
  }
  const questions = [...asked.keys()].filter((topic) => !introductions.includes(topic))
  const isClear = questions.some((topic) => (asked.get(topic) ?? 0) >= minQuestionBesideIntroduction)
  if (asked.size < 2) return isClear && (introductions.includes(first) || isContact(first)) ? questions : undefined
  return isClear ? questions : [...asked.keys()]
}

// "Please call me" is answered by recording it.
function isContact(topic: string): boolean {
  return sectionOf(topic) === 'contact'
}

const introductions = ['banks', 'custodians', 'brokerages', 'funds', 'trustCompanies', 'familyOffices', 'advisers'].map(
  (kind) => `clients.${kind}`,
)
