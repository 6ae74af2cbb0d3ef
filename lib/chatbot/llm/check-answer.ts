import type { Locale } from '@/lib/i18n/routing'
import { addressesIn, allowedTargets, linkTargetsIn, withoutTargets } from './addresses'
import { type Segment, segmentsOf, withoutCitations } from './citations'
import { figuresIn } from './figures'
import { isIn } from './language'
import { maxAnswerCharacters, maxWrittenCharacters } from './limits'
import { hasUnknownName } from './names'
import { instructionsIn, noAnswer } from './prompt'
import { isEcho, isReversed, isSupported } from './support'
import type { ModelAnswer, ModelFact, ModelRequest } from './types'
import { guardWords, namesIn, stemsOf } from './words'

type Checked = Omit<ModelRequest, 'facts'> & {
  said: string
  /** Those that are cited. */
  facts: ModelFact[]
  /** Their texts. */
  text: string
  /** With the questions that they answer. */
  full: string
}

/** The answer for the visitor, or the reason why it is discarded. What it says must stand in the facts that it cites. */
export function checkAnswer(written: string, request: ModelRequest): ModelAnswer | { reason: string } {
  // Before the searches below, whose time grows faster than the text.
  if (written.length > maxWrittenCharacters) return { reason: 'too_long' }
  const text = withoutCitations(written)
  const segments = segmentsOf(written)
  const reason =
    reasonOf(wholeChecks, { text, request }) ??
    reasonOf(citationChecks, { segments, request }) ??
    segments.map((segment) => reasonOf(segmentChecks, checkedOf(segment, request))).find(Boolean)
  if (reason) return { reason }
  return { text, facts: [...new Set(segments.flatMap(({ ids }) => ids))] }
}

// The first check that finds something gives the reason.
function reasonOf<T>(checks: Record<string, (checked: T) => boolean>, checked: T): string | undefined {
  return Object.keys(checks).find((reason) => checks[reason]?.(checked))
}

type Whole = { text: string; request: ModelRequest }

const markup = /<[a-z!/?]|!\[|^\s{0,3}(?:#{1,6}\s|\||>|```|~~~)|&#?\w+;|\]\s*:|【/im
// Characters that nobody sees may hide a name or a number from the checks.
const invisible = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u

const wholeChecks: Record<string, (whole: Whole) => boolean> = {
  empty: ({ text }) => text === '',
  no_answer: ({ text }) => text.startsWith(noAnswer),
  too_long: ({ text }) => text.length > maxAnswerCharacters,
  markup: ({ text }) => markup.test(text) || invisible.test(text),
  language: ({ text, request }) => !isIn(request.language, withoutTargets(text)),
  instructions: ({ text, request }) => repeatsInstructions(text, request),
}

type Cited = { segments: Segment[]; request: ModelRequest }

const citationChecks: Record<string, (cited: Cited) => boolean> = {
  no_citation: ({ segments }) => segments.every(({ ids }) => ids.length === 0),
  unknown_fact: ({ segments, request: { facts } }) =>
    segments.some(({ ids }) => ids.some((cited) => !facts.some(({ id }) => id === cited))),
  uncited: ({ segments }) => segments.some(({ ids }) => ids.length === 0),
}

const segmentChecks: Record<string, (checked: Checked) => boolean> = {
  yes_no: ({ said, language }) => beginsWithAgreement(said, language),
  link: ({ said, facts }) => hasOthers(linkTargetsIn(said), allowedTargets(facts)),
  address: ({ said, facts }) =>
    hasOthers(addressesIn(withoutTargets(said)), addressesIn(facts.map(({ text }) => text).join('\n'))),
  number: ({ said, text, language }) =>
    /(?!\d)\p{Nd}/u.test(said.normalize('NFKC')) ||
    hasOthers(figuresIn(plain(said), language), figuresIn(text, language)),
  name: ({ said, text, language }) => hasUnknownName(plain(said), text, language),
  claim: ({ said, text }) => hasOthers(claimsIn(plain(said)), new Set(claimsIn(text))),
  language: ({ said, language }) => !isIn(language, plain(said)),
  reversed: ({ said, text, language }) => isReversed(plain(said), text, language),
  echo: ({ said, full, language, question, turns }) => {
    const visitor = [question, ...turns.filter(({ role }) => role === 'user').map(({ content }) => content)].join('\n')
    return isEcho(plain(said), visitor, full, language)
  },
  unsupported: ({ said, full, language }) => !isSupported(plain(said), full, language),
}

// In any language: a promise in another one is a promise.
function claimsIn(text: string): string[] {
  return Object.entries(guardWords).flatMap(([locale, { claims }]) => [...namesIn(text, claims, locale as Locale)])
}

function checkedOf({ said, ids }: Segment, request: ModelRequest): Checked {
  const facts = request.facts.filter(({ id }) => ids.includes(id))
  const text = facts.map((fact) => withoutTargets(fact.text)).join('\n')
  return { ...request, said, facts, text, full: [text, ...facts.map(({ question }) => question)].join('\n') }
}

// As it is read: marks may split a number, and the number of an entry in a list is none of the entry.
function plain(said: string): string {
  return withoutTargets(said)
    .replace(/[*_~`\\]+/g, '')
    .replace(/^\s*\d[.)]\s+/, '')
}

function hasOthers(said: Iterable<string>, known: Set<string>): boolean {
  return [...said].some((each) => !known.has(each))
}

function beginsWithAgreement(said: string, language: ModelRequest['language']): boolean {
  const words = guardWords[language]?.agreement.join('|')
  const beginning = new RegExp(`^(?:(?:yes|oui|sí)(?!\\p{L})|(?:${words})\\s*(?:[,.;:!?…–—-]|$))`, 'iu')
  return said.split(/[.!?…]\s+/).some((sentence) => beginning.test(sentence.replace(/^[^\p{L}]+/u, '')))
}

const repeatedWords = 6

function repeatsInstructions(text: string, { language }: ModelRequest): boolean {
  const said = stemsOf(text, 'en')
  const instructions = ` ${stemsOf(instructionsIn(language), 'en').join(' ')} `
  return said.some((_, at) => {
    const run = said.slice(at, at + repeatedWords)
    return run.length === repeatedWords && instructions.includes(` ${run.join(' ')} `)
  })
}
