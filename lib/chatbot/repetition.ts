import { createTranslator } from 'next-intl'
import { contentStemsOf, contentWordsOf, labelsIn } from './classifier/lexicon'
import { wordsOf } from './classifier/words'
import { contactArguments, type Fact } from './facts'
import type { Knowledge } from './knowledge'
import type { Intent } from './message-route'

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
 * Returns an empty text if everything was quoted already and shares nothing
 * with the question. `isOnlyFact` means that the answer has no other fact, so
 * that sentences are quoted even if they share nothing with the question.
 */
export function quoteAgain(
  { isStated, text }: Fact,
  context: ReplyContext,
  isOnlyFact: boolean,
): string {
  if (!isStated) return ''
  const { answers } = context
  const isRepeated = (sentence: string) =>
    answers.filter((answer) => answer.includes(sentence)).length > 1
  const candidates = sentencesOf(text).filter(
    (sentence) => !sentence.endsWith(':'),
  )
  const quotes = closestSentences(
    candidates,
    context,
    (sentence) => isOnlyFact && !isRepeated(sentence),
  )
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
 * Returns the sentences that share most with a message, in their own order.
 * Keeps a sentence that shares nothing only if `isUsefulAnyway` accepts it, and
 * a row of a table that shares nothing only if no sentence shares anything.
 */
function closestSentences(
  sentences: string[],
  { message, knowledge }: ReplyContext,
  isUsefulAnyway: (sentence: string) => boolean,
): string[] {
  const asked = new Set(meaningsOf(message, knowledge))
  const rated = sentences
    .map((sentence) => {
      const shared = meaningsOf(sentence, knowledge).filter((meaning) =>
        asked.has(meaning),
      )
      return { sentence, shared: shared.length }
    })
    .filter(({ sentence, shared }) => shared > 0 || isUsefulAnyway(sentence))
  const closest = rated
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, maxQuotes)
  const someShare = closest.some(({ shared }) => shared > 0)
  return rated
    .filter(
      (one) =>
        closest.includes(one) &&
        !(isList(one.sentence) && someShare && one.shared === 0),
    )
    .map(({ sentence }) => sentence)
}

export function stemsIn(text: string, { locale }: Knowledge): string[] {
  return contentStemsOf(wordsOf(text), locale)
}

/** Returns the stems and labels of a text, such as `fee` and `country`. */
function meaningsOf(text: string, knowledge: Knowledge): string[] {
  const words = contentWordsOf(wordsOf(text), knowledge.locale)
  return [...stemsIn(text, knowledge), ...labelsIn(words, knowledge.locale)]
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
