import { readFileSync } from 'node:fs'
import { type Locale, mapLocales, routing } from '@/lib/i18n/routing'
import { isFact } from './classifier'
import { featuresOf } from './features'
import { fillNames } from './names'
import { stemOf, wordsOf } from './tokenize'
import type { Example } from './train-classifier'

type Questions = Record<string, string[]>

const files: Partial<Record<Locale, string>> = {
  en: 'lib/chatbot/questions/en.txt',
  fr: 'lib/chatbot/questions/fr.txt',
  es: 'lib/chatbot/questions/es.txt',
}

const sections = mapLocales((locale) => parseQuestions(files[locale] ? readFileSync(files[locale], 'utf8') : ''))

const followUp = 'follow-up.'

/** Training questions by language and topic: a fact's id (`token.unit`) or an intent (`intent.offTopic`). */
export const trainingQuestions = mapLocales((locale) => {
  const isTopic = (name: string) => name.includes('.') && !name.startsWith(followUp)
  return Object.fromEntries(Object.entries(sections[locale]).filter(([name]) => isTopic(name)))
})

/** The phrases of a language that go on from an answer, by kind, and the names of competitors and of funds. */
export function phrasesOf(locale: Locale) {
  const named = Object.entries(sections[locale]).filter(([name]) => name.startsWith(followUp))
  const {
    pronouns = [],
    starts = [],
    ...aspects
  } = Object.fromEntries(named.map(([name, phrases]) => [name.slice(followUp.length), phrases]))
  return {
    pronouns,
    starts,
    aspects,
    competitors: sections[locale].competitors ?? [],
    funds: sections[locale].funds ?? [],
  }
}

/** Reads `[topic]` headings, each with questions below it, one a line or several with ` | ` between them. */
function parseQuestions(text: string): Questions {
  const questions: Questions = {}
  let topic = ''
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('# ')) continue
    const [, heading] = line.match(/^\[([\w.-]+)\]$/) ?? []
    if (heading !== undefined) topic = heading
    questions[topic] ??= []
    if (heading === undefined) questions[topic]?.push(...line.split(' | ').map(fillNames))
  }
  return questions
}

/** What the classifier learns from questions by language and topic. */
export function examplesOf(asked: Record<Locale, Questions>): Example[] {
  return routing.locales.flatMap((locale) =>
    Object.entries(asked[locale]).flatMap(([topic, questions]) =>
      questions.map((question) => ({ features: featuresOf(wordsOf(question), locale), topic })),
    ),
  )
}

/** The words of training questions: those that are no misspelling, and the stems of the questions about facts. */
export function taughtWords(taught: Questions, locale: Locale) {
  const words = Object.values(taught).flat().flatMap(wordsOf)
  const aboutFacts = Object.entries(taught).flatMap(([topic, asked]) => (isFact(topic) ? asked.flatMap(wordsOf) : []))
  return { known: [...spelt(words, locale)], familiar: [...new Set(aboutFacts.map((word) => stemOf(word, locale)))] }
}

// A word that occurs once, in no other form either, may be misspelt.
function spelt(words: string[], locale: Locale): Set<string> {
  const forms = new Map<string, number>()
  for (const word of words) forms.set(stemOf(word, locale), (forms.get(stemOf(word, locale)) ?? 0) + 1)
  return new Set(words.filter((word) => (forms.get(stemOf(word, locale)) ?? 0) > 1))
}
