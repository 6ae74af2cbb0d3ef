import { env } from '@/lib/env'
import type { Locale } from '@/lib/i18n/routing'
import { viewOf } from '../../edit/view'
import { addressOf } from '../check'
import { isMarked, placesOf } from '../context'
import { parseText } from '../icu'
import { readReviewed, reviewedFile, reviewOf } from '../reviewed'
import type { Sources } from '../sources'
import { createTermsReader, isAmong, type LanguageTerms, readSharedTerms, type SharedTerms } from '../terms'
import type { Catalog, Message } from '../types'
import { readUsage, type Usage } from '../usage'
import { pluralForms } from './plurals'

/** `untranslated` texts are missing or marked; of `stale` ones English has changed; `recorded` ones were accepted as they are. */
export type State = 'untranslated' | 'stale' | 'translated' | 'recorded'

export function isOpen({ state }: Entry): boolean {
  return state === 'untranslated' || state === 'stale'
}

/** A text for a translator, with what helps to translate it. */
export type Entry = {
  key: string
  english: string
  /** Empty while it is untranslated. */
  current: string
  state: State
  /** Addresses of pages in the language, or names of other places such as “e-mails”. */
  places: string[]
  limits: Limit[]
  /** What it must say for which English words. */
  terms: string[]
  /** On what stands in { } and < >, where a tool does not protect it. */
  advice: string[]
}

type Limit = { min?: number; max: number; sentence: string }

/** What a translator gets, in whatever format. */
export type Exchange = {
  locale: Locale
  entries: Entry[]
  /** For the whole file. */
  notes: string[]
  /** The file of a text's picture, by its key. */
  pictures: Record<string, string>
}

/** The texts of a language in the order of the English catalog, without those that the brand has of its own. */
export function entriesOf(files: Sources, locale: Locale): Entry[] {
  const { english, catalogs, ofBrand } = viewOf(files)
  const messagesIn = (list: Catalog[]) => list.find((catalog) => catalog.locale === locale)?.messages
  const own = messagesIn(catalogs) ?? new Map()
  const records = readReviewed(reviewedFile)[locale] ?? {}
  const reference = { usage: readUsage(), shared: readSharedTerms(), terms: createTermsReader()(locale) }
  const messages = [...english.messages.values()].filter(({ key }) => !messagesIn(ofBrand)?.has(key))
  return messages.map(({ key, text }) => {
    const message: Message | undefined = own.get(key)
    const current = message && !isMarked(message) ? message.text : ''
    return { ...aboutText(key, text, locale, reference), current, state: stateOf(text, current, records[key]) }
  })
}

type Reference = { usage: Usage; shared: SharedTerms; terms: LanguageTerms }

function aboutText(key: string, english: string, locale: Locale, { usage, shared, terms }: Reference) {
  return {
    key,
    english,
    places: placesOf(key, { usage, shared }).map((place) => publicAddress(addressOf(place, locale))),
    limits: limitsOf(key, shared),
    terms: termsFor(english, terms),
    advice: adviceFor(english, locale),
  }
}

function stateOf(english: string, current: string, record: string | undefined): State {
  if (current === '') return 'untranslated'
  const review = reviewOf(english, current, record)
  if (review === 'stale') return 'stale'
  return review === 'current' ? 'recorded' : 'translated'
}

// A translator cannot open a page of somebody else's computer.
function publicAddress(place: string): string {
  return place.startsWith('/') && env.SITE_URL.startsWith('https:') ? env.SITE_URL + place : place
}

function limitsOf(key: string, { budgets }: SharedTerms): Limit[] {
  const own = budgets.filter(({ keys }) => isAmong(key, keys))
  return own.map(({ what, min, max, why }) => {
    const range = min === undefined ? `at most ${max}` : `${min} to ${max}`
    return { min, max, sentence: `${what}: ${range} characters. ${why}` }
  })
}

function termsFor(english: string, { glossary }: LanguageTerms): string[] {
  const words = parseText(english).texts.join('\n')
  return glossary.flatMap(({ english: term, say }) => {
    const [found] = (term && words.match(term)) ?? []
    return found ? [`${found}: ${say}`] : []
  })
}

function adviceFor(english: string, locale: string): string[] {
  const { args, tags } = parseText(english)
  const hasPlural = /\{\s*\w+\s*,\s*plural\b/.test(english)
  return [
    ...(args.length > 0 ? ['Keep what stands in { } letter for letter; put it where the sentence wants it.'] : []),
    ...(tags.length > 0 ? ['Keep <tags>; translate the words between them.'] : []),
    ...(hasPlural ? [`Plural forms needed: ${pluralForms(locale).join(', ')}.`] : []),
  ]
}
