// A text with everything the panel shows, and the lists of changes and of open
// translations.
import { join } from 'node:path'
import { brandFolder, defaultBrand } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import { companyFacts } from '@/lib/i18n/company-facts'
import { localizedPath } from '@/lib/i18n/navigation'
import { allLocales, routing } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { recordOf } from '@/lib/text'
import { englishNamesOf } from '../copy/language-name'
import { earlierEnglish, readReviews } from '../copy/reviewed'
import { allPlaces, pagesShowing } from '../copy/terms'
import { whyKept } from './apply-changes'
import {
  chooseMetals,
  committedTexts,
  messageIn,
  publishedText,
  readView,
  replacementOf,
  type View,
} from './catalogs'
import { findingsOf } from './check'
import { EditError, type Routes } from './http'
import { mentionsOf } from './mentions'
import { entryOf, nameOfPlace, titleOf } from './names'
import { unreadNotice } from './notice'
import { canRedo, canUndo } from './save'
import { findStatedAnswers } from './stated'

export const textRoutes: Routes = {
  'GET /_edit/text': (_, query) =>
    describeText(query.get('key') ?? '', query.has('shown')),
  'GET /_edit/state': describeState,
  'GET /_edit/changes': listChanges,
  'GET /_edit/translations': listOpenTranslations,
}

export type TextData = Awaited<ReturnType<typeof describeText>>
export type TextInLanguage = NonNullable<TextData['locales'][string]>
export type EntryOfList = NonNullable<TextData['list']>
export type EditorState = ReturnType<typeof describeState>
export type ShownChange = ReturnType<typeof listChanges>[number]
export type OpenTranslation = ReturnType<typeof listOpenTranslations>[number]

/**
 * Describes a text and its languages for the panel. With `isShown`, returns the
 * texts that the brand's pages show instead, which may have other keys.
 */
async function describeText(key: string, isShown = false) {
  const view = readView()
  if (!view.english.messages.has(key))
    throw new EditError(
      404,
      `The text “${key}” no longer exists. Reload the page.`,
    )
  const entry = entryOf(key)
  const brand = editedBrand()
  const isReplaced = isShown && brand !== null
  const locales = languagesOf(key, view, isReplaced)
  return {
    key,
    title: titleOf(key),
    locales,
    places: pagesShowing(key).map((place) => {
      const isPage = place.startsWith('/')
      const paths = isPage
        ? recordOf(allLocales, (locale) => localizedPath(locale, place))
        : {}
      return { name: nameOfPlace(place), paths }
    }),
    facts: recordOf(allLocales, (locale) => companyFacts(site, locale)),
    findings: [
      ...findingsOf(view.files, [], (other) => other === key),
      ...(await findStatedAnswers(view.files, entry)),
    ],
    list: describeListEntry(entry, view),
    brand,
    replacement: explainReplacement(key, locales),
  }
}

/** Says where the brand's pages show another text instead; null if nowhere. */
function explainReplacement(
  key: string,
  locales: Record<string, { key: string }>,
): string | null {
  const replaced = Object.keys(locales).filter(
    (locale) => locales[locale]?.key !== key,
  )
  const shown = locales[replaced[0] ?? '']
  if (!shown) return null
  const isEverywhere = replaced.length === Object.keys(locales).length
  const where = isEverywhere ? 'Its' : `In ${englishNamesOf(replaced)}, its`
  return [
    `The shared text claims what ${site.brand} does not confirm.`,
    `${where} pages show “${titleOf(shown.key)}” instead.`,
    `Your change is for ${site.brand} only.`,
  ].join(' ')
}

/**
 * Loads the dictionaries and the history, which takes seconds, so that the first
 * click does not have to wait for them.
 */
export async function prepareFirstClick() {
  try {
    const [key = ''] = readView().english.messages.keys()
    await describeText(key)
  } catch {
    // The click itself reports what is wrong.
  }
}

function languagesOf(shared: string, view: View, isReplaced: boolean) {
  const { english, shown } = view
  const reviews = readReviews()
  const committed = committedTexts()
  const languages = shown.map(({ locale, messages }) => {
    const replacement = isReplaced && replacementOf(shared, locale, view)
    const { key, text = '' } = replacement ||
      messages.get(shared) || { key: shared }
    const { ofBrand = false } = messages.get(key) ?? {}
    const source = english.messages.get(key)?.text ?? ''
    const inCommit = publishedText(key, locale, committed, ofBrand) ?? null
    /** The text in the last commit; null if it is new. */
    const before =
      replacement && inCommit ? chooseMetals(inCommit, locale) : inCommit
    const translation = messages.get(key)?.text ?? ''
    const pair = { locale, key, english: source, translation }
    // Finds no earlier English for English itself, or for the brand's own
    // texts, which have no history.
    const hasSource = locale !== routing.defaultLocale && !ofBrand
    /**
     * The English text that the translation was made from, if English has
     * changed since.
     */
    const earlier = (hasSource && earlierEnglish(pair, reviews)) || null
    const inLanguage = { key, text, ofBrand, committed: before, earlier }
    return [locale, inLanguage] as const
  })
  return Object.fromEntries(languages)
}

function describeListEntry(entry: string | undefined, { english }: View) {
  if (entry === undefined) return null
  const dot = entry.lastIndexOf('.')
  const [list, name] = [entry.slice(0, dot), entry.slice(dot + 1)]
  const names = english.groups.get(list) ?? []
  const fields = english.groups.get(entry) ?? []
  return {
    list,
    title: titleOf(list),
    name,
    names,
    fields,
    kept: whyKept(list, name, names) ?? null,
    mentions: mentionsOf(entry, english.messages),
  }
}

/**
 * Returns the brand whose own texts can be edited; null for the default brand.
 */
function editedBrand(): string | null {
  return (env.BRAND ?? defaultBrand) === defaultBrand ? null : site.brand
}

function describeState() {
  const places = [...new Set(Object.values(allPlaces()).flat())]
  return {
    canUndo: canUndo(),
    canRedo: canRedo(),
    changed: listChanges().length,
    notice: unreadNotice(),
    brand: editedBrand(),
    factsFile: join(brandFolder(env.BRAND), 'brand.json'),
    locales: [...allLocales] as string[],
    places: places.map((place) => ({ place, name: nameOfPlace(place) })),
  }
}

/** Texts that differ from the last commit. */
export function listChanges() {
  const committed = committedTexts()
  const { shown } = readView()
  if (committed.every(({ messages }) => messages.size === 0)) return []
  const keys = new Set(
    [...shown, ...committed].flatMap(({ messages }) => [...messages.keys()]),
  )
  return [...keys].flatMap((key) => {
    const texts = shown.flatMap(({ locale, messages }) => {
      const { text: after, ofBrand } = messages.get(key) ?? {}
      const before = publishedText(key, locale, committed, ofBrand)
      // Treats an empty text as untranslated, like a missing text.
      return (before ?? '') === (after ?? '') ? [] : { locale, before, after }
    })
    const page =
      pagesShowing(key).find((place) => place.startsWith('/')) ?? null
    return texts.length > 0 ? { key, title: titleOf(key), page, texts } : []
  })
}

/**
 * Texts that are not translated yet, or whose English text has changed since
 * they were. A brand's own English text needs the brand's own translation.
 */
export function listOpenTranslations() {
  const { english, catalogs, ofBrand } = readView()
  const reviews = readReviews()
  return catalogs.flatMap(({ locale }) => {
    if (locale === english.locale) return []
    return [...english.messages.values()].flatMap((shared) => {
      const { key } = shared
      const brandText = messageIn(ofBrand, english.locale, key)
      const texts = brandText ? ofBrand : catalogs
      const translation = messageIn(texts, locale, key)?.text ?? ''
      const source = (brandText ?? shared).text
      const pair = { locale, key, english: source, translation }
      const isOpen = translation === ''
      const earlier =
        isOpen || brandText ? undefined : earlierEnglish(pair, reviews)
      if (!isOpen && earlier === undefined) return []
      return {
        ...pair,
        title: titleOf(key),
        ofBrand: brandText !== undefined,
        /**
         * The English text that the translation was made from, if English has
         * changed since.
         */
        earlier: earlier ?? null,
        why: isOpen ? 'not translated' : 'English has changed',
      }
    })
  })
}
