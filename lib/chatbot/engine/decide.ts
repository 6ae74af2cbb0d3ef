import type { Knowledge } from './knowledge'
import { hasPhrase } from './lexicon'
import { competitors, type Evidence, minLikelihood, offered, rankInContext } from './score'
import { nextQuestions, notStated, sectionOf, stepAfter, subjectOf } from './sections'

type Intent =
  | 'hello'
  | 'thanks'
  | 'bye'
  | 'help'
  | 'offTopic'
  | 'noAnswer'
  | 'competitor'
  | 'distrust'
  | 'notWhatIAsked'
  | 'distress'
  | 'abuse'
  | 'gibberish'
  | 'noReason'

export type Decision =
  | { kind: 'facts'; ids: string[]; others: string[] }
  | { kind: 'source'; id: string; phrase: 'readHere' | 'noSimpler' }
  | { kind: 'intent'; intent: Intent; others: string[] }
  | { kind: 'unsure'; others: string[] }

const maxFacts = 4

/** Facts come before refusals: the first rule that applies decides. */
const rules: ((evidence: Evidence) => Decision | undefined)[] = [
  ({ words, knowledge }) => told(knowledge.questions.get(words.join(' '))),
  ({ followUp, said, knowledge }) => followUp && goOn(followUp, said, knowledge),
  ({ isRefused, isWeak, fact = '', knowledge, units }) =>
    isRefused || isWeak || sectionOf(fact) === notStated ? told(knowledge.search(units)) : undefined,
  ({ words }) => (hasPhrase(words, competitors) ? refuse('competitor') : undefined),
  ({ asked }) => told(...asked.slice(0, maxFacts)),
  ({ isRefused, intent, ranked }) => (isRefused && intent ? refuse(intent, offered(ranked)) : undefined),
  ({ isWeak, ranked }) => (isWeak ? { kind: 'unsure', others: offered(ranked) } : undefined),
  ({ fact }) => told(fact),
]

export function decide(evidence: Evidence): Decision {
  for (const rule of rules) {
    const decision = rule(evidence)
    if (decision) return decision
  }
  return { kind: 'unsure', others: [] }
}

function told(...ids: (string | undefined)[]): Decision | undefined {
  const known = ids.filter((id) => id !== undefined)
  return known.length > 0 ? { kind: 'facts', ids: known, others: [] } : undefined
}

function refuse(topic: string, others: string[] = []): Decision {
  const intent = topic.replace('intent.', '') as Intent
  return { kind: 'intent', intent, others: intent === 'noAnswer' ? others : [] }
}

/** What a message asks for that goes on from the facts told before; undefined where it stands by itself. */
function goOn(
  { aspect, named, words }: NonNullable<Evidence['followUp']>,
  said: string[],
  knowledge: Knowledge,
): Decision | undefined {
  const [last = ''] = said
  const isOfReports = subjectOf(last) === 'attestations'
  if (aspect === 'source' || aspect === 'sure')
    return isOfReports ? told('attestations.where') : { kind: 'source', id: last, phrase: 'readHere' }
  if (aspect === 'simpler') return { kind: 'source', id: last, phrase: 'noSimpler' }
  // A third party attests the metal and nothing else.
  if (aspect === 'confirm')
    return told(isOfReports || last === 'token.backing' ? 'attestations.attestor' : 'contact.team')
  if (aspect === 'more') return more(last, said)
  if (aspect === 'next') return told(stepAfter(last)) ?? more(last, said)
  if (named.includes('country'))
    return told(subjectOf(last) === 'contact' ? 'contact.offices' : 'notStated.jurisdictions')
  if (named.length > 0) return aboutMetal(named, last, knowledge)
  const ranked = rankInContext(words, said, knowledge, aspect !== undefined)
  const [best] = ranked
  if (aspect === 'why' && (!best || best.topic === last)) return refuse('noReason')
  if (!best || best.likelihood < minLikelihood) return undefined
  return { kind: 'facts', ids: [best.topic], others: offered(ranked, [best.topic]) }
}

function more(last: string, said: string[]): Decision | undefined {
  const [next, ...others] = nextQuestions([last, ...said], [])
  return next === undefined ? undefined : { kind: 'facts', ids: [next], others }
}

function aboutMetal(metals: string[], last: string, { facts }: Knowledge): Decision | undefined {
  if (metals.includes('othermetal')) return told('token.otherMetals')
  if (metals.includes('unsupported')) return told('token.metals')
  const both = metals.includes('silver') && sectionOf(last) !== 'reports' ? [last, 'token.silver'] : [last]
  return told(...new Set(both.filter((id) => facts.has(id))))
}
