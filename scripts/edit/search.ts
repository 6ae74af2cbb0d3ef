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
  const after = replaceInWords(before, expression, (word) => {
    isFound = true
    return replace ? withCapitals(replace, word) : word
  })
  if (isFound) return { before, after }
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
  return { before: shown, after: shown }
}

/**
 * Adapts the replacement to the capitals of the text found: “Custodians”
 * becomes “Depositaries” even if “depositaries” was typed.
 */
function withCapitals(replace: string, word: string): string {
  if (replace !== replace.toLowerCase() || !/\p{Lu}/u.test(word)) return replace
  if (word === word.toUpperCase() && word.length > 1)
    return replace.toUpperCase()
  return /^\p{Lu}/u.test(word)
    ? replace.charAt(0).toUpperCase() + replace.slice(1)
    : replace
}

/**
 * Lets plain spaces and apostrophes match narrow no-break spaces and curly
 * apostrophes, because nobody types those.
 */
function expressionOf(find: string): RegExp {
  const escaped = find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(escaped.replace(/ /g, '\\s').replace(/'/g, "['’]"), 'giu')
}
