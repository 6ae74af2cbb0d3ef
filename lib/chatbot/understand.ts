import { type Locale, routing } from '@/lib/i18n/routing'
import { analyse, type Unit } from './analysis'
import type { Brain } from './brain'
import { lexicons } from './lexicon'
import type { Match } from './matcher'
import { phraseAt } from './phrases'
import { generic } from './relevance'
import { wordsOf } from './text'

/** What a message amounts to. */
export type Intent =
  | { kind: 'small_talk'; topic: SmallTalk }
  | { kind: 'entry'; id: string; retail: boolean }
  | { kind: 'suggest'; ids: string[] }
  | { kind: 'unknown' }

type SmallTalk = 'hello' | 'thanks' | 'bye' | 'who' | 'help'

// Tuned on tests/assistant/gold.*.json with `npm run eval:assistant`.
const sureScore = 0.5
const likelyScore = 0.4
const clearLead = 0.08
const mostSuggestions = 3
const longestMessage = 300 // words: what comes after says nothing new
const followUpUnits = 3
const subjects = new Set(
  [
    ...['fee', 'price', 'vault', 'attest', 'retirement', 'onboard', 'deliver', 'redeem', 'integrate', 'api', 'minimum'],
    ...['fraction', 'hours', 'settle', 'standard', 'chain', 'transfer', 'othermetal', 'key', 'kyc', 'aml', 'phone'],
    ...['email', 'office', 'team', 'etf', 'represent', 'company'],
  ].map((concept) => `#${concept}`),
)

/** Whether a message asks that the team call or write to its author. */
export function asksForContact(message: string, page: Locale): boolean {
  const words = wordsOf(message).slice(0, longestMessage)
  return words.some((_, at) => phraseAt(lexicons[page].contactMe, words, at) !== undefined)
}

/** Finds what a message asks for. `previous` is the entry answered before, for questions like "and silver?". */
export function understand(message: string, brains: Record<Locale, Brain>, page: Locale, previous?: string): Intent {
  const typed = wordsOf(message).slice(0, longestMessage)
  const locale = languageOf(typed, brains, page)
  const brain = brains[locale]
  const words = typed.map((word) => (isKnown(word, brains) ? word : (brain.correct(word) ?? word)))
  const smallTalk = smallTalkOf(words, locale)
  if (smallTalk) return { kind: 'small_talk', topic: smallTalk }
  const analysis = analyse(words, locale)
  if (brain.refuses(words, analysis) || brains[page].refuses(words, analysis)) return { kind: 'unknown' }
  const units = withoutAsker(analysis.units)
  if (units.some((unit) => unit.includes('#retail'))) return { kind: 'entry', id: 'HomeFaq.eligibility', retail: true }
  const intent = decide(brain.match(units))
  if (asksForContact(message, page) && !isAnswer(intent)) return { kind: 'entry', id: 'Contact.team', retail: false }
  if (previous && isFollowUp(words, units, intent, locale)) {
    return { kind: 'entry', id: previous, retail: false }
  }
  return intent
}

// "We are a bank; what are the fees?" asks about fees: who asks, and of whom, counts only when there is nothing more.
function withoutAsker(units: Unit[]): Unit[] {
  const isAsker = (unit: Unit) => unit.includes('#kind') || unit.includes('#custodian')
  const isSubject = (unit: Unit) => !unit.includes('#client') && unit.some((feature) => subjects.has(feature))
  const rest = units.filter((unit) => !unit.includes('#brand') && !(isAsker(unit) && units.some(isSubject)))
  return rest.length > 0 ? rest : units
}

function isKnown(word: string, brains: Record<Locale, Brain>): boolean {
  return routing.locales.some((locale) => brains[locale].known.has(word))
}

// The page's language unless the words clearly belong to another.
function languageOf(words: string[], brains: Record<Locale, Brain>, page: Locale): Locale {
  const points = (locale: Locale) => {
    const counts = words.map(
      (word) => Number(lexicons[locale].stopwords.has(word)) + Number(brains[locale].known.has(word)),
    )
    return counts.reduce((total, count) => total + count, locale === page ? 2 : 0)
  }
  return [...routing.locales].sort((a, b) => points(b) - points(a))[0] ?? page
}

function smallTalkOf(words: string[], locale: Locale): SmallTalk | undefined {
  const { smallTalk, stopwords } = lexicons[locale]
  const topics: string[] = []
  const rest: string[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(smallTalk, words, at)
    if (phrase) topics.push(...phrase.labels)
    else rest.push(words[at] ?? '')
    at += phrase?.words.length ?? 1
  }
  const order = ['who', 'help', 'bye', 'thanks', 'hello'] as const
  const topic = order.find((candidate) => topics.includes(candidate))
  return rest.every((word) => stopwords.has(word)) ? topic : undefined
}

function decide(matches: Match[]): Intent {
  const likely = matches.filter(({ score, vague }) => score >= likelyScore && !vague)
  const [best, second] = likely
  if (!best) return { kind: 'unknown' }
  const clear = !second || best.score - second.score >= clearLead
  if (best.score >= sureScore || clear) return { kind: 'entry', id: best.id, retail: false }
  return { kind: 'suggest', ids: likely.slice(0, mostSuggestions).map(({ id }) => id) }
}

// Something to say besides how to reach the team.
function isAnswer(intent: Intent): boolean {
  return intent.kind === 'entry' && !intent.id.startsWith('Contact.')
}

// "And silver?" asks the question before once more; "and platinum?" asks one of its own.
function isFollowUp(words: string[], units: Unit[], intent: Intent, locale: Locale): boolean {
  const { followUps, again } = lexicons[locale]
  const goesOn = phraseAt(followUps, words, 0) ?? words.find((_, at) => phraseAt(again, words, at))
  if (!goesOn || units.length > followUpUnits) return false
  return intent.kind !== 'entry' || units.every((unit) => unit.some((feature) => generic.has(feature)))
}
