import { readFileSync } from 'node:fs'
import { deserialize } from 'node:v8'
import MiniSearch from 'minisearch'
import { loadArchive } from '@/lib/attestations/load'
import { isDevelopment } from '@/lib/build-time'
import { loadMessages, type Messages } from '@/lib/i18n/messages'
import { type Locale, routing } from '@/lib/i18n/routing'
import {
  createClassifier,
  type TrainedClassifier,
  trainedClassifier,
} from './classifier/classifier'
import taughtWords from './classifier/generated/words.json'
import { contentStemsOf, lexicons } from './classifier/lexicon'
import { createWordSearch } from './classifier/spelling'
import { stemOf, wordsOf } from './classifier/words'
import { type Fact, factsIn, faqFacts } from './facts'

export type Knowledge = Awaited<ReturnType<typeof makeKnowledge>>
export type AllKnowledge = Record<Locale, Knowledge>

// The classifier, read uncompressed from disk, because bundling or inflating it
// would take several times its 10 MB while loading.
const trained: TrainedClassifier = deserialize(
  readFileSync(/* turbopackIgnore: true */ trainedClassifier),
)
export const classify = createClassifier(trained)

const taught: Partial<Record<Locale, string[]>> = taughtWords
let loaded: Promise<AllKnowledge> | undefined

/**
 * Loads the knowledge of all languages, because a visitor may write in a
 * language other than the page's.
 */
export function loadKnowledge(): Promise<AllKnowledge> {
  if (isDevelopment) loaded = undefined
  loaded ??= loadAll().catch((error) => {
    loaded = undefined
    throw error
  })
  return loaded
}

async function loadAll(): Promise<AllKnowledge> {
  const all = routing.locales.map(async (locale) => {
    const messages = await loadMessages(locale)
    return [locale, await makeKnowledge(locale, messages)] as const
  })
  return Object.fromEntries(await Promise.all(all)) as AllKnowledge
}

export async function makeKnowledge(locale: Locale, messages: Messages) {
  const facts = [...factsIn(locale, messages), ...faqFacts(locale, messages)]
  const untaught = facts.filter(
    ({ id }) => !(taught[locale] && trained.labels.includes(id)),
  )
  const known = new Set([
    ...facts.flatMap(({ question, text }) => wordsOf(`${question} ${text}`)),
    ...(taught[locale] ?? []),
    ...lexicons[locale].words,
  ])
  return {
    locale,
    messages,
    facts: new Map(facts.map((fact) => [fact.id, fact])),
    questions: new Map(
      facts.map(({ id, question }) => [wordsOf(question).join(' '), id]),
    ),
    search: createSearch(untaught, locale),
    known,
    nearestWord: createWordSearch([...known]),
  }
}

/** Whether a fact is an answer, not a notice that the site has none. */
export function isStated(id: string, { facts }: Knowledge): boolean {
  return facts.get(id)?.isStated === true
}

export async function readFact(
  id: string,
  { locale, messages, facts }: Knowledge,
): Promise<Fact | undefined> {
  const fact = facts.get(id)
  if (!fact?.isLive) return fact
  return factsIn(locale, messages, await loadArchive()).find(
    (fact) => fact.id === id,
  )
}

function createSearch(facts: Fact[], locale: Locale) {
  const index = new MiniSearch<Fact>({
    fields: ['question', 'text'],
    tokenize: wordsOf,
    processTerm: (word) =>
      lexicons[locale].stopwords.has(word) ? null : stemOf(word, locale),
    searchOptions: { boost: { question: 3 } },
  })
  index.addAll(facts)

  const stemsOf = (words: string[]) => new Set(contentStemsOf(words, locale))
  const questions = new Map(
    facts.map(({ id, question }) => [id, stemsOf(wordsOf(question))]),
  )

  /**
   * Finds the fact that contains more than half of the meaningful words. The
   * match is close if the fact's question contains all of them and they make up
   * more than two thirds of that question.
   */
  return function search(words: string[]) {
    const [best] = index.search(words.join(' '))
    const asked = stemsOf(words)
    if (!best || best.queryTerms.length <= asked.size / 2) return undefined
    const question = questions.get(best.id) ?? new Set()
    const isClose =
      asked.isSubsetOf(question) && asked.size > (2 / 3) * question.size
    return { id: best.id as string, isClose }
  }
}
