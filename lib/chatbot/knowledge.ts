import { readFileSync } from 'node:fs'
import { deserialize } from 'node:v8'
import MiniSearch from 'minisearch'
import { loadArchive } from '@/lib/attestations/load'
import { env } from '@/lib/env'
import { loadMessages, type Messages } from '@/lib/i18n/messages'
import { type Locale, routing } from '@/lib/i18n/routing'
import {
  createClassifier,
  type TrainedClassifier,
  trainedClassifier,
} from './classifier/classifier'
import taughtWords from './classifier/generated/words.json'
import { lexicons, type Unit, unitsOf } from './classifier/lexicon'
import { createSpelling } from './classifier/spelling'
import type { TaughtWords } from './classifier/training'
import { knowStems, wordsOf } from './classifier/words'
import { type Fact, factsIn, faqFacts, isLive } from './facts'

export type Knowledge = Awaited<ReturnType<typeof makeKnowledge>>
export type AllKnowledge = Record<Locale, Knowledge>

// Reads the classifier uncompressed from disk, because bundling or inflating it
// would take several times its 10 MB while loading.
const trained: TrainedClassifier = deserialize(
  readFileSync(/* turbopackIgnore: true */ trainedClassifier),
)
export const classify = createClassifier(trained)

const words: Partial<Record<Locale, TaughtWords>> = taughtWords
let loaded: Promise<AllKnowledge> | undefined

/**
 * Loads the knowledge of all languages, because a visitor may write in a
 * language other than the page's.
 */
export function loadKnowledge(): Promise<AllKnowledge> {
  if (env.NODE_ENV === 'development') loaded = undefined
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
  const taught = words[locale]
  knowStems(locale, taught?.stems ?? {})
  const facts = [...factsIn(locale, messages), ...faqFacts(locale, messages)]
  const untaught = facts.filter(
    ({ id }) => !(taught && trained.topics.includes(id)),
  )
  const corpus = facts.flatMap(({ question, text }) =>
    wordsOf(`${question} ${text}`),
  )
  const said = [...corpus, ...(taught?.known ?? [])]
  return {
    locale,
    messages,
    facts: new Map(facts.map((fact) => [fact.id, fact])),
    questions: new Map(
      facts.map(({ id, question }) => [wordsOf(question).join(' '), id]),
    ),
    search: createSearch(untaught, locale),
    known: new Set([...said, ...lexicons[locale].words]),
    correct: createSpelling([...said, ...lexicons[locale].intended]),
  }
}

export async function readFact(
  id: string,
  { locale, messages, facts }: Knowledge,
): Promise<Fact | undefined> {
  if (!isLive(id)) return facts.get(id)
  return factsIn(locale, messages, await loadArchive()).find(
    (fact) => fact.id === id,
  )
}

function createSearch(facts: Fact[], locale: Locale) {
  const index = new MiniSearch<Fact>({
    fields: ['question', 'text'],
    tokenize: (text) => unitsOf(wordsOf(text), locale).flat(),
    processTerm: (term) => term,
    searchOptions: { boost: { question: 3 } },
  })
  index.addAll(facts)

  return function search(question: Unit[]): string | undefined {
    const [best] = index.search(question.flat().join(' '), {
      tokenize: (text) => text.split(' '),
    })
    if (!best) return undefined
    const found = question.filter((unit) => {
      const words = unit.filter((term) => !term.startsWith('#'))
      // A shared concept, such as everything that the team does, is too vague.
      const exact = words.length > 0 ? words : unit
      return exact.some((term) => best.queryTerms.includes(term))
    })
    return found.length > question.length / 2 ? best.id : undefined
  }
}
