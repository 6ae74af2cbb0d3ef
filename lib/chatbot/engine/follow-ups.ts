import { type Locale, mapLocales } from '@/lib/i18n/routing'
import taught from './generated/words.json'
import { compilePhrases, hasPhrase, phraseAt, unitsOf } from './lexicon'
import { wordsOf } from './words'

type Source = Record<'pronouns' | 'starts' | 'competitors' | 'funds', string[]> & { aspects: Record<string, string[]> }

const sources: Partial<Record<Locale, Source>> = taught

const phrases = mapLocales((locale) => {
  const { pronouns = [], starts = [], aspects = {} } = sources[locale] ?? {}
  const whole = Object.entries(aspects).flatMap(([aspect, list]) =>
    list.map((phrase) => [wordsOf(phrase).join(' '), aspect] as const),
  )
  return { pronouns: tableOf(pronouns), starts: tableOf(starts), whole: new Map(whole) }
})

function tableOf(list: string[]) {
  return compilePhrases({ phrase: list.join(',') })
}

const competitors = tableOf(Object.values(sources).flatMap((source) => source.competitors))
const funds = tableOf(Object.values(sources).flatMap((source) => source.funds))

export function namesCompetitor(words: string[]): boolean {
  return hasPhrase(words, competitors)
}

export function namesFund(words: string[]): boolean {
  return hasPhrase(words, funds)
}

export type FollowUp = { aspect?: string; metals: string[]; words: string[] }

const maxUnits = 4
const maxUnitsWithPronoun = 3

export function followUpIn(words: string[], locale: Locale): FollowUp | undefined {
  const { pronouns, starts, whole } = phrases[locale]
  const start = phraseAt(starts, words, 0)
  const rest = start ? words.slice(start.words.length) : words
  const aspect = whole.get(words.join(' ')) ?? whole.get(rest.join(' '))
  if (aspect) return { aspect, metals: [], words: rest }
  const units = unitsOf(rest, locale)
  const metals = units.flatMap((unit) => ['gold', 'silver', 'othermetal'].filter((metal) => unit.includes(`#${metal}`)))
  if (units.length > 0 && metals.length === units.length && units.length <= 2) return { metals, words: rest }
  const isOpen = start ? units.length <= maxUnits : hasPhrase(rest, pronouns) && units.length <= maxUnitsWithPronoun
  return isOpen && rest.length > 0 ? { metals: [], words: rest } : undefined
}
