// One text with everything that the panel shows; search; the list of changes.
import { TYPE } from '@formatjs/icu-messageformat-parser'
import { z } from 'zod'
import { defaultBrand } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import { companyFacts, fillFacts } from '@/lib/i18n/company-facts'
import { linkTags, localizedPath } from '@/lib/i18n/navigation'
import { isLocale, mapLocales, routing } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { compareTexts, isMarked } from '../copy/catalogs'
import { literalRanges, parseText } from '../copy/message'
import { readReviewed, reviewedFile, reviewOf } from '../copy/reviewed'
import { createTermsReader, isAmong, placesOf, readSharedTerms } from '../copy/terms'
import { committedTexts, readVersions, shownTexts, type View, viewOf, whyKept } from './catalogs'
import { findingsOf } from './check'
import { EditError, type Routes, withBody } from './http'
import { entryOf, nameOfPlace, nameText, relatedTo, titleOf } from './names'
import { possibleSteps, recoverFiles } from './save'

const searchSchema = z.strictObject({
  find: z.string(),
  replace: z.string().optional(),
  locale: z.string().optional(),
  /** Only texts of this place; with an empty `find`, all of them. */
  place: z.string().optional(),
  matchCase: z.boolean().default(false),
  wholeWord: z.boolean().default(false),
})

type Search = z.infer<typeof searchSchema>

export const routes: Routes = {
  'GET /_edit/text': (_, query) => describeText(query.get('key') ?? ''),
  'GET /_edit/state': () => describeState(),
  'GET /_edit/changes': () => listChanges(),
  'GET /_edit/places': () => listPlaces(),
  'GET /_edit/translations': () => listOpenTranslations(),
  'POST /_edit/search': withBody(searchSchema, searchTexts),
}

export type TextData = ReturnType<typeof describeText>
export type TextInLanguage = NonNullable<TextData['locales'][string]>
export type EntryOfList = NonNullable<TextData['list']>
export type EditorState = ReturnType<typeof describeState>
export type ShownChange = ReturnType<typeof listChanges>[number]
export type OpenTranslation = ReturnType<typeof listOpenTranslations>[number]
export type Match = ReturnType<typeof searchTexts>[number]
export type Place = ReturnType<typeof listPlaces>[number]

function describeText(key: string) {
  const { files, versions } = readVersions()
  const view = viewOf(files)
  const english = view.english.messages.get(key)?.text
  if (english === undefined) throw new EditError(404, `The text “${key}” no longer exists. Reload the page.`)
  const shared = readSharedTerms()
  const shown = shownTexts(view)
  const here = shown.find(({ locale }) => locale === routing.defaultLocale)?.messages
  const entry = entryOf(key)
  return {
    key,
    title: titleOf(key),
    locales: languagesOf(key, view, shown),
    places: placesOf(key, shared).map((place) => {
      const isPage = place.startsWith('/')
      return { name: nameOfPlace(place), paths: isPage ? mapLocales((locale) => localizedPath(locale, place)) : {} }
    }),
    limits: shared.budgets.flatMap(({ keys, what, min, max }) => {
      return isAmong(key, keys) ? `${what}: ${min ? `${min} to ${max}` : `at most ${max}`} characters` : []
    }),
    tags: isAmong(key, shared.links) ? [...linkTags] : [],
    samples: samplesOf(english),
    glossary: glossaryFor(key, english),
    findings: findingsOf(files, [], (other) => other === key),
    list: entry === undefined ? null : listOf(entry, view),
    related: relatedTo(key).map((other) => ({ key: other, title: titleOf(other), text: here?.get(other)?.text ?? '' })),
    /** The brand whose own texts can be edited; null for the default brand. */
    brand: (env.BRAND ?? defaultBrand) === defaultBrand ? null : site.brand,
    versions,
  }
}

type Shown = ReturnType<typeof shownTexts>

function languagesOf(key: string, { english }: View, shown: Shown) {
  const reviewed = readReviewed(reviewedFile)
  const committed = committedTexts()
  const source = english.messages.get(key)?.text ?? ''
  const languages = shown.map(({ locale, messages }) => {
    const { text = '', file = '', ofBrand = false } = messages.get(key) ?? {}
    const before = committed.find((other) => other.locale === locale)?.messages.get(key)?.text ?? null
    // The brand's own texts are not recorded, and English is the source.
    const isRecorded = locale !== routing.defaultLocale && !ofBrand
    const review = isRecorded ? reviewOf(source, text, reviewed[locale]?.[key]) : 'current'
    // `committed` is the text at the last proposal; null when it is new.
    return [locale, { text, file, committed: before, review, ofBrand }] as const
  })
  return Object.fromEntries(languages)
}

function samplesOf(english: string): Record<string, string> {
  const facts = Object.entries(companyFacts(site, routing.defaultLocale)).map(([name, value]) => [name, String(value)])
  const own = (parseText(english).elements ?? []).flatMap((element) => {
    return element.type === TYPE.plural || element.type === TYPE.number ? [[element.value, '2']] : []
  })
  return Object.fromEntries([...own, ...facts])
}

function glossaryFor(key: string, english: string) {
  const termsOf = createTermsReader()
  const source = parseText(english).texts.join('\n')
  return mapLocales((locale) =>
    termsOf(locale).glossary.flatMap(({ english: term, say, except }) => {
      const found = term && !isAmong(key, except) ? source.match(term)?.[0] : undefined
      return found ? [{ say, english: found }] : []
    }),
  )
}

function listOf(entry: string, { english }: View) {
  const at = entry.lastIndexOf('.')
  const [list, name] = [entry.slice(0, at), entry.slice(at + 1)]
  const names = english.groups.get(list) ?? []
  const { page, section } = nameText(entry)
  const kept = whyKept(list, name, names) ?? null
  return { list, title: `${page} · ${section}`, name, names, fields: english.groups.get(entry) ?? [], kept }
}

function describeState() {
  const isRecovered = recoverFiles()
  const { versions } = readVersions()
  return {
    versions,
    ...possibleSteps(),
    changed: listChanges().length,
    locales: [...routing.locales],
    notice: isRecovered ? 'The last save was interrupted. It is complete now.' : null,
  }
}

export function listChanges() {
  const shared = readSharedTerms()
  const committed = committedTexts()
  if (committed.every(({ messages }) => messages.size === 0)) return []
  return compareTexts(committed, shownTexts(viewOf(readVersions().files))).map(({ key, texts }) => {
    const page = placesOf(key, shared).find((place) => place.startsWith('/')) ?? null
    return { key, title: titleOf(key), page, texts: texts.filter(({ before, after }) => before !== after) }
  })
}

function listPlaces() {
  const places = [...new Set(Object.values(readSharedTerms().places).flat())]
  return places.map((place) => ({ place, name: nameOfPlace(place) }))
}

function listOpenTranslations() {
  const { english, catalogs } = viewOf(readVersions().files)
  const reviewed = readReviewed(reviewedFile)
  return catalogs.flatMap(({ locale, messages }) => {
    if (locale === routing.defaultLocale) return []
    return [...english.messages.values()].flatMap(({ key, text }) => {
      const own = messages.get(key)
      const isOpen = !own || isMarked(own)
      if (!isOpen && reviewOf(text, own.text, reviewed[locale]?.[key]) !== 'stale') return []
      return { key, title: titleOf(key), locale, english: text, why: isOpen ? 'not translated' : 'English has changed' }
    })
  })
}

function searchTexts(search: Search) {
  const shared = readSharedTerms()
  return shownTexts(viewOf(readVersions().files)).flatMap(({ locale, messages }) => {
    if (search.locale !== undefined && search.locale !== locale) return []
    return [...messages.values()].flatMap(({ key, text }) => {
      const places = placesOf(key, shared)
      if (search.place !== undefined && !places.includes(search.place)) return []
      const match = matchOf(key, locale, text, search)
      return match ? { ...match, key, locale, title: titleOf(key), place: places.map(nameOfPlace).join(', ') } : []
    })
  })
}

function matchOf(key: string, locale: string, before: string, search: Search) {
  const expression = expressionOf(search)
  if (!expression) return search.place === undefined ? undefined : { before, after: before }
  const ranges = findIn(before, expression)
  if (ranges.length > 0) return { before, after: replaceIn(before, ranges, search.replace) }
  if (search.replace) return undefined
  // As visitors read it: “since 1977” is in the texts as {founded}.
  const shown = shownText(before, locale)
  const isFound = shown.search(expression) >= 0 || key.search(expression) >= 0
  return isFound ? { before: shown, after: shown } : undefined
}

function shownText(text: string, locale: string): string {
  if (!isLocale(locale)) return text
  return parseText(fillFacts(text, companyFacts(site, locale), locale)).texts[0] ?? text
}

type Ranges = [from: number, to: number][]

function findIn(message: string, expression: RegExp): Ranges {
  const found = [...message.matchAll(expression)]
  if (found.length === 0 || parseText(message).error) return []
  const words = literalRanges(message)
  return found.flatMap(({ index, 0: part }): Ranges => {
    const end = index + part.length
    return words.some(([from, to]) => from <= index && end <= to) ? [[index, end]] : []
  })
}

function replaceIn(message: string, ranges: Ranges, replace: string | undefined): string {
  if (replace === undefined) return message
  return ranges.toReversed().reduce((text, [from, to]) => {
    return text.slice(0, from) + withCapitals(replace, text.slice(from, to)) + text.slice(to)
  }, message)
}

// “Depositaries” for “Custodians” where “depositaries” was typed.
function withCapitals(replace: string, found: string): string {
  if (replace !== replace.toLowerCase() || !/\p{Lu}/u.test(found)) return replace
  if (found === found.toUpperCase() && found.length > 1) return replace.toUpperCase()
  return /^\p{Lu}/u.test(found) ? replace.charAt(0).toUpperCase() + replace.slice(1) : replace
}

// Nobody types a narrow no-break space or a curly apostrophe: plain ones find these too.
function expressionOf({ find, matchCase, wholeWord }: Search): RegExp | undefined {
  if (find === '') return undefined
  const escaped = find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const loose = escaped.replace(/ /g, '\\s').replace(/'/g, "['’]")
  const bounded = wholeWord ? `(?<![\\p{L}\\p{N}])(?:${loose})(?![\\p{L}\\p{N}])` : loose
  return new RegExp(bounded, matchCase ? 'gu' : 'giu')
}
