import { loadArchive } from '@/lib/attestations/load'
import { env } from '@/lib/env'
import { loadMessages, loadUntranslated, type Messages } from '@/lib/i18n/messages'
import { type Locale, routing } from '@/lib/i18n/routing'
import { createClassifier } from './classifier'
import { type Fact, factsIn, isLive } from './facts'
import { faqFacts } from './faq-facts'
import topics from './generated/topics.json'
import taughtWords from './generated/words.json'
import { lexicons } from './lexicon'
import { createSearch } from './search'
import { createSpelling } from './spelling'
import { stemOf, wordsOf } from './tokenize'

/** What the assistant knows in a language: the facts, how they are found, and the words it understands. */
export type Knowledge = Awaited<ReturnType<typeof makeKnowledge>>
export type AllKnowledge = Record<Locale, Knowledge>

const words: Partial<Record<Locale, { known: string[]; familiar: string[] }>> = taughtWords

/** One classifier for all languages, as many a question mixes them. */
export const classify = createClassifier(topics)

const loaded = new Map<Locale, Promise<Knowledge>>()

/** The knowledge of all languages: a visitor may write in another one than the page's. */
export async function loadKnowledge(): Promise<AllKnowledge> {
  if (env.NODE_ENV === 'development') loaded.clear()
  const all = routing.locales.map(async (locale) => {
    const knowledge = loaded.get(locale) ?? loadFor(locale)
    loaded.set(locale, knowledge)
    return [locale, await knowledge] as const
  })
  return Object.fromEntries(await Promise.all(all)) as AllKnowledge
}

async function loadFor(locale: Locale): Promise<Knowledge> {
  return makeKnowledge(locale, await loadMessages(locale), [...(await loadUntranslated(locale)).keys()])
}

/** What is known of these messages, of which those under the keys `untranslated` are English. */
export async function makeKnowledge(locale: Locale, messages: Messages, untranslated: string[] = []) {
  const taught = words[locale]
  const facts = [...factsIn(locale, messages), ...faqFacts(locale, messages)]
  const isOwn = ({ group }: Fact) => !untranslated.some((key) => key.startsWith(`${group}.`))
  const own = facts.filter(isOwn)
  const untaught = own.filter(({ id }) => !(taught && topics.topics.includes(id)))
  const corpus = own.flatMap(({ question, text }) => wordsOf(`${question} ${text}`))
  const said = [...corpus, ...(taught?.known ?? [])]
  return {
    locale,
    messages,
    facts: new Map(facts.map((fact) => [fact.id, fact])),
    /** The facts that are in this language. */
    own: new Set(own.map(({ id }) => id)),
    questions: new Map(
      [...facts.map(({ id, question }) => [question, id] as const), ...startersIn(messages)].map(([question, id]) => [
        wordsOf(question).join(' '),
        id,
      ]),
    ),
    search: createSearch(untaught, locale),
    /** Stems of the facts and of the questions about them. */
    familiar: new Set([...corpus.map((word) => stemOf(word, locale)), ...(taught?.familiar ?? [])]),
    known: new Set([...said, ...lexicons[locale].words]),
    correct: createSpelling([...said, ...lexicons[locale].intended]),
  }
}

// The questions that the window offers at first.
function startersIn({ Chat }: Messages) {
  const { backing, delivery, integration, fees } = Chat.starters
  return [
    [backing, 'attestations.cadence'],
    [delivery, 'redemption.delivery'],
    [integration, 'integration.api'],
    [fees, 'fees.published'],
  ] as const
}

/** A fact with what the published reports say now. Undefined for one that is not in the catalog. */
export async function readFact(id: string, { locale, messages, facts }: Knowledge): Promise<Fact | undefined> {
  if (!isLive(id)) return facts.get(id)
  return factsIn(locale, messages, await loadArchive()).find((fact) => fact.id === id)
}
