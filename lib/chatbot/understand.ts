import { type Locale, routing } from '@/lib/i18n/routing'
import { analyse, type Unit } from './analysis'
import { type Brain, classify } from './brain'
import { featuresOf } from './features'
import { lexicons } from './lexicon'
import { phraseAt } from './phrases'
import { wordsOf } from './text'

/** What a message amounts to. */
export type Intent =
  | { kind: 'small_talk'; topic: SmallTalk }
  | { kind: 'entry'; id: string; retail: boolean }
  | { kind: 'suggest'; ids: string[] }
  | { kind: 'unknown' }

type SmallTalk = 'hello' | 'thanks' | 'bye' | 'who' | 'help'

// Tuned on questions that the assistant had not learnt from (npm run eval:assistant).
const sureEnough = 0.3
const clearOfRefusal = 0.2
const surelyKnown = 0.7
const nearlyAsLikely = 0.8
const mostSuggestions = 3
const longestMessage = 300 // words: what comes after says nothing new
const followUpUnits = 3

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
  const { units } = analyse(words, locale)
  const intent = decide(words, units, brain)
  if (isRetail(units, intent)) return { kind: 'entry', id: 'HomeFaq.eligibility', retail: true }
  if (asksForContact(message, page) && !isAnswer(intent)) return { kind: 'entry', id: 'Contact.team', retail: false }
  if (previous && isFollowUp(words, units, intent, locale)) {
    return { kind: 'entry', id: previous, retail: false }
  }
  return intent
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

// The very words of an entry's title, else what the questions of others teach; an entry that none of them is about
// is found by its words, unless they are known to ask for something else.
function decide(words: string[], units: Unit[], { titles, search, locale }: Brain): Intent {
  const title = titles.get(words.join(' '))
  if (title) return { kind: 'entry', id: title, retail: false }
  const likely = classify(featuresOf(words, locale))
  const refusal = likely.find(({ topic }) => topic === 'refuse')?.likelihood ?? 0
  const [best, ...others] = likely.filter(({ topic }) => topic !== 'refuse')
  const refused = !best || best.likelihood < Math.max(sureEnough, refusal + clearOfRefusal)
  const untaught = refused || best.likelihood < surelyKnown ? search(units) : undefined
  if (untaught) return { kind: 'entry', id: untaught, retail: false }
  if (refused) return { kind: 'unknown' }
  if (best.topic === 'smallTalk') return { kind: 'small_talk', topic: 'hello' }
  const rivals = others.filter(
    ({ topic, likelihood }) => topic !== 'smallTalk' && likelihood > nearlyAsLikely * best.likelihood,
  )
  const ids = [best, ...rivals].slice(0, mostSuggestions).map(({ topic }) => topic)
  return ids.length > 1 ? { kind: 'suggest', ids } : { kind: 'entry', id: best.topic, retail: false }
}

// Somebody who buys for himself is told where to, whatever he asks: but not a stranger to the subject.
function isRetail(units: Unit[], intent: Intent): boolean {
  return intent.kind !== 'unknown' && units.some((unit) => unit.includes('#retail'))
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

// What every entry is about.
const generic: ReadonlySet<string> = new Set(
  ['gold', 'silver', 'metal', 'token', 'physical', 'ounce', 'bar', 'trade', 'held', 'now', 'support', 'brand'].map(
    (concept) => `#${concept}`,
  ),
)
