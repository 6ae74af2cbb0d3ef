import { createTranslator } from 'next-intl'
import { contentStemsOf, contentWordsOf, labelsIn } from './classifier/lexicon'
import { wordsOf } from './classifier/words'
import { contactArguments, type Fact } from './facts'
import type { Knowledge } from './knowledge'
import type { Intent } from './message-route'
import { retailFact, sectionOf } from './sections'

/** What a reply depends on, apart from its route. */
export type ReplyContext = {
  message: string
  /** The knowledge in the language of the reply. */
  knowledge: Knowledge
  /** The earlier answers, whose sentences are not repeated. */
  answers: string[]
  /** Questions asked or suggested recently, which are not suggested again. */
  questions: string[]
}

export type Phrase = Intent | 'noMore' | 'saidBefore' | 'otherwise' | 'yes'

/**
 * Removes the sentences and rows that were said before, or that the text itself
 * repeats. Returns an empty text if only links are left.
 */
export function withoutRepetition(text: string, said: string[]): string {
  const known = new Set(said)
  const paragraphs = text.split('\n\n').map((paragraph) => {
    const sentences = sentencesOf(paragraph).filter(
      (sentence) => isLink(sentence) || !known.has(sentence),
    )
    for (const sentence of sentences) known.add(sentence)
    return sentences.join(isList(paragraph) ? '\n' : ' ')
  })
  // Drops the sentence that introduces a list together with the list.
  const kept = paragraphs.filter(
    (paragraph, index) =>
      paragraph !== '' &&
      !(paragraph.endsWith(':') && !isList(paragraphs[index + 1] ?? '')),
  )
  return kept.every(isLink) ? '' : kept.join('\n\n')
}

// The number of wordings of each phrase in the catalogs. A conversation uses
// each once, and then repeats the last.
const wordings = 3

/** Returns the first wording that a conversation has not used yet. */
export function newWording(
  phrase: Phrase,
  { knowledge: { locale, messages }, answers }: ReplyContext,
  link = '',
): string {
  const t = createTranslator({ locale, messages, namespace: 'Chat.answers' })
  const { siteLanguages } = contactArguments(messages, locale)
  const sentences = Array.from({ length: wordings }, (_, times) =>
    t(phrase as 'readHere', { times, siteLanguages, link } as never),
  )
  const isNew = (sentence: string) => !answers.join().includes(sentence)
  return sentences.find(isNew) ?? sentences.at(-1) ?? ''
}

/**
 * Quotes what is closest to the question in a fact that was given before.
 * Returns an empty text if nothing in the fact shares a word with the question,
 * except for facts about fees and private investors, which visitors ask for
 * again in other words.
 */
export function quoteAgain(
  { id, isStated, text }: Fact,
  context: ReplyContext,
): string {
  if (!isStated) return ''
  const isQuoted = (sentence: string) =>
    context.answers.filter((answer) => answer.includes(sentence)).length > 1
  const candidates = sentencesOf(text).filter(
    (sentence) =>
      !sentence.endsWith(':') && (isList(sentence) || !isQuoted(sentence)),
  )
  const isAlwaysUseful = id === retailFact || sectionOf(id) === 'fees'
  const quotes = closestSentences(candidates, context, isAlwaysUseful)
  if (quotes.length === 0) return ''
  const t = createTranslator({
    ...context.knowledge,
    namespace: 'Chat.answers',
  })
  const sentences = quotes.filter((quote) => !isList(quote)).join(' ')
  const rows = quotes.filter(isList).join('\n')
  const introduction = newWording('saidBefore', context)
  const quoted = sentences && ` ${t('quoted', { words: sentences })}`
  return [introduction + quoted, rows].filter(Boolean).join('\n\n')
}

// Enough to quote the whole of a short answer, or the rows of a table that the
// visitor asks for again.
const maxQuotes = 3

/**
 * Returns the sentences that share most with a message, in their own order,
 * including those that share nothing if `isAlwaysUseful`.
 */
function closestSentences(
  sentences: string[],
  { message, knowledge }: ReplyContext,
  isAlwaysUseful: boolean,
): string[] {
  const asked = new Set(meaningsOf(message, knowledge))
  const rated = sentences
    .map((sentence) => {
      const shared = meaningsOf(sentence, knowledge).filter((meaning) =>
        asked.has(meaning),
      )
      return { sentence, shared: shared.length }
    })
    .filter(({ shared }) => shared > 0 || isAlwaysUseful)
  const closest = rated
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, maxQuotes)
  return rated
    .filter((one) => closest.includes(one))
    .map(({ sentence }) => sentence)
}

export function stemsIn(text: string, { locale }: Knowledge): string[] {
  return contentStemsOf(wordsOf(text), locale)
}

const timeUnits = new Set(
  wordsOf(
    'minutes hour hours day days week weeks heure heures jour jours semaine semaines minutos hora horas día días semana semanas',
  ),
)

/**
 * Returns the stems and labels of a text, such as `fee`, and `timing` for an
 * amount of time, because it answers “how long”.
 */
function meaningsOf(text: string, { locale }: Knowledge): string[] {
  const words = wordsOf(text)
  const isAboutTime =
    words.some((word) => timeUnits.has(word)) ||
    labelsIn(words, locale).includes('timing')
  return [
    ...contentStemsOf(words, locale),
    ...labelsIn(contentWordsOf(words, locale), locale),
    ...(isAboutTime ? ['timing'] : []),
  ]
}

function isList(text: string): boolean {
  return text.startsWith('- ')
}

/** Whether a text is only a link, which may be repeated. */
function isLink(text: string): boolean {
  return /^\[[^\]]*\]\([^)]*\)$/.test(text)
}

export function sentencesOf(text: string): string[] {
  const lines = text.split(/\n+/)
  return lines.flatMap((line) =>
    isList(line) ? line : line.split(/(?<=[.!?…])\s+/),
  )
}
