// Search and replace in every text of the site.
import { z } from 'zod'
import { companyFacts, fillFacts } from '@/lib/i18n/company-facts'
import type { Locale } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { parseText, replaceInWords } from '../copy/message'
import { pagesShowing } from '../copy/terms'
import { readView } from './catalogs'
import { type Routes, withBody } from './http'
import { nameOfPlace, titleOf } from './names'

const searchSchema = z.strictObject({
  find: z.string(),
  replace: z.string(),
  /** Empty means all languages. */
  locale: z.string(),
  /**
   * Limits the search to one place, and lists all its texts if `find` is empty.
   * Empty means everywhere.
   */
  place: z.string(),
})

type Search = z.infer<typeof searchSchema>

export const searchRoutes: Routes = {
  'POST /_edit/search': withBody(searchSchema, searchTexts),
}

export type Match = ReturnType<typeof searchTexts>[number]

function searchTexts(search: Search) {
  return readView().shown.flatMap(({ locale, messages }) => {
    if (search.locale && search.locale !== locale) return []
    return [...messages.values()].flatMap(({ key, text }) => {
      const places = pagesShowing(key)
      if (search.place && !places.includes(search.place)) return []
      const match = matchOf(key, locale, text, search)
      return match
        ? {
            ...match,
            key,
            locale,
            title: titleOf(key),
            place: places.map(nameOfPlace).join(', '),
          }
        : []
    })
  })
}

function matchOf(
  key: string,
  locale: string,
  before: string,
  { find, replace, place }: Search,
) {
  if (find === '') return place ? shownText(before, locale) : undefined
  const expression = expressionOf(find)
  let isFound = false
  /** Whether a capital letter replaces a lowercase one. */
  let isCapitalized = false
  const after = replaceInWords(before, expression, (word) => {
    isFound = true
    if (!replace) return word
    const replaced = withCapitals(replace, word, find)
    isCapitalized ||=
      beginsLowercase.test(word) && beginsWithCapital.test(replaced)
    return replaced
  })
  if (isFound) return { before, after, isCapitalized }
  if (replace) return undefined
  // Also searches the text as visitors read it, where `{founded}` is a year such
  // as 1977.
  const shown = shownText(before, locale)
  return shown.before.search(expression) >= 0 || key.search(expression) >= 0
    ? shown
    : undefined
}

function shownText(text: string, locale: string) {
  const filled = fillFacts(text, companyFacts(site, locale as Locale), locale)
  const [shown = text] = parseText(filled).texts
  return { before: shown, after: shown, isCapitalized: false }
}

const beginsWithCapital = /^\p{Lu}/u
const beginsLowercase = /^\p{Ll}/u
const beginsWithAcronym = /^\p{Lu}{2}/u

/**
 * Adapts the replacement to the capitals of the words found: “Custodians”
 * becomes “Depositaries” even if “depositaries” was typed, and “custodians”
 * becomes “depositaries” even if both were typed with a capital.
 */
function withCapitals(replace: string, words: string, find: string): string {
  const isLowercase = replace === replace.toLowerCase()
  const isUppercase =
    words.length > 1 &&
    words === words.toUpperCase() &&
    beginsWithCapital.test(words)
  if (isLowercase && isUppercase) return replace.toUpperCase()
  const first = replace.charAt(0)
  const rest = replace.slice(1)
  if (
    beginsWithCapital.test(words) &&
    (isLowercase || beginsLowercase.test(find))
  )
    return first.toUpperCase() + rest
  if (
    beginsLowercase.test(words) &&
    beginsWithCapital.test(find) &&
    !beginsWithAcronym.test(replace)
  )
    return first.toLowerCase() + rest
  return replace
}

/**
 * Lets plain spaces and apostrophes match narrow no-break spaces and curly
 * apostrophes, because nobody types those.
 */
function expressionOf(find: string): RegExp {
  const escaped = find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(escaped.replace(/ /g, '\\s').replace(/'/g, "['’]"), 'giu')
}
