// Rules about which texts the catalogs contain.
import { isUnconfirmed } from '@/lib/brand/claims'
import { isDraft, type Locale, routing } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { type Catalog, isUntranslated } from './catalogs'
import { englishNamesOf } from './language-name'
import {
  type CatalogRule,
  quoted,
  type ReportFinding,
  type RuleContext,
  translationsOf,
} from './rule'
import { hasTerms, isAmong, pagesShowing, sharedTerms } from './terms'

export const catalogRules: Record<string, CatalogRule> = {
  missing: findMissing,
  extra: findExtra,
  order: findWrongOrder,
  unlisted: findUnlisted,
  untranslated: countUntranslated,
  'brand-translation': findPartialOverrides,
}

function findMissing(context: RuleContext, report: ReportFinding) {
  const { english } = context
  for (const catalog of translationsOf(context)) {
    for (const { key, text } of english.messages.values()) {
      if (catalog.messages.has(key) || isUntranslated(catalog.locale)) continue
      const fix = `Add it with its translation, in the same place as in ${english.file}.`
      report(
        'error',
        catalog,
        key,
        `This text is missing. In English it is “${text}”.`,
        fix,
      )
    }
  }
}

/**
 * Reports texts that English lacks, except those in complete entries that a
 * brand adds to a list.
 */
function findExtra(
  { catalogs, sharedEnglish: english, isBrand }: RuleContext,
  report: ReportFinding,
) {
  const isAdded = (key: string, { groups }: Catalog) => {
    const [, list = '', entry = ''] = /^(.+)\.([^.]+)\.[^.]+$/.exec(key) ?? []
    const fields =
      english.groups.get(`${list}.${english.groups.get(list)?.[0]}`) ?? []
    const fieldsOfEntry = groups.get(`${list}.${entry}`)
    return (
      isAmong(list, sharedTerms().lists) &&
      fields.every((field) => fieldsOfEntry?.includes(field))
    )
  }
  for (const catalog of catalogs) {
    for (const key of catalog.messages.keys()) {
      if (english.messages.has(key) || (isBrand && isAdded(key, catalog)))
        continue
      const fix =
        'Add it there too, or delete it here. Its key may be misspelled.'
      report(
        'error',
        catalog,
        key,
        'The shared English catalog has no such text.',
        fix,
      )
    }
  }
}

function findWrongOrder(context: RuleContext, report: ReportFinding) {
  const { english } = context
  const lists = [...english.groups].filter(([group]) =>
    isAmong(group, sharedTerms().lists),
  )
  for (const catalog of translationsOf(context)) {
    for (const [group, names] of lists) {
      const namesInCatalog =
        catalog.groups.get(group)?.filter((name) => names.includes(name)) ?? []
      const expected = names.filter((name) => namesInCatalog.includes(name))
      const position = namesInCatalog.findIndex(
        (name, index) => name !== expected[index],
      )
      if (position < 0) continue
      const problem = `The order differs from ${english.file}, where “${expected[position]}” comes next.`
      report(
        'error',
        catalog,
        `${group}.${namesInCatalog[position]}`,
        problem,
        `Put the entries in this order: ${quoted(expected)}.`,
      )
    }
  }
}

/**
 * Reports groups of texts with no recorded place, and missing entries that the
 * code needs.
 */
function findUnlisted(
  { english, isBrand }: RuleContext,
  report: ReportFinding,
) {
  if (isBrand) return
  for (const key of sharedTerms().entries) {
    if (english.messages.has(key) || english.groups.has(key)) continue
    report(
      'error',
      english,
      key,
      `The text “${key}”, which the site needs, is missing.`,
      'Add it in every language. If it exists, its key may be misspelled.',
    )
  }
  const unknown = [...english.messages.keys()].filter(
    (key) => pagesShowing(key).length === 0,
  )
  const groups = new Map(unknown.map((key) => [key.split('.')[0], key]))
  for (const key of groups.values())
    report(
      'warning',
      english,
      key,
      'The check does not know where the site shows this text.',
      'Add its namespace to lib/seo/page-content.ts, or the text to "places" in scripts/copy/terms/shared.json.',
    )
}

/** Reports how many texts a language lacks, which keeps it unpublished. */
function countUntranslated(context: RuleContext, report: ReportFinding) {
  const keys = [...context.english.messages.keys()]
  for (const catalog of translationsOf(context)) {
    const { locale, messages } = catalog
    if (!isDraft(locale as Locale)) continue
    if (!hasTerms(locale))
      report(
        'note',
        catalog,
        keys[0] ?? '',
        `There are no rules for the typography and the terms of ${locale}, so they are not checked.`,
        `Write scripts/copy/terms/${locale}.json; es.json shows how.`,
      )
    const left = keys.filter((key) =>
      isUntranslated(locale, messages.get(key)?.text),
    )
    const [first = ''] = [...left, ...keys]
    const problem =
      left.length > 0
        ? `${keys.length - left.length} of ${keys.length} texts are translated. The site does not show ${locale} until all of them are.`
        : `Every text is translated, but ${locale} is still a draft.`
    const fix =
      left.length > 0
        ? '“Translations” in `npm run edit` lists the others.'
        : `Run npm run locale -- publish ${locale}.`
    report('note', catalog, first, problem, fix)
  }
}

/**
 * Reports a text that a brand rewrites in one language only, because the others
 * keep the shared text with its old meaning.
 */
function findPartialOverrides(
  { catalogs, sharedEnglish, isBrand }: RuleContext,
  report: ReportFinding,
) {
  const isShared = (key: string) => sharedEnglish.messages.has(key)
  const shownInstead = (key: string) =>
    isUnconfirmed(key, site.claims) && isShared(`Neutral.${key}`)
      ? 'the neutral text'
      : 'the shared text'
  if (isBrand) reportPartial(catalogs, shownInstead, report, isShared)
}

/** Reports texts in brand.json that some languages would show in English. */
export function findPartialFacts(
  { catalogs: [english, ...translations] }: RuleContext,
  report: ReportFinding,
) {
  // Excludes texts that only English has, because they are for all languages.
  const isTranslated = (key: string) =>
    translations.some(({ messages }) => messages.has(key))
  if (english)
    reportPartial(
      [english, ...translations],
      () => 'English',
      report,
      isTranslated,
    )
}

function reportPartial(
  catalogs: Catalog[],
  shownInstead: (key: string) => string,
  report: ReportFinding,
  isChosen: (key: string) => boolean,
) {
  const keys = catalogs.flatMap(({ messages }) => [...messages.keys()])
  for (const key of new Set(keys.filter(isChosen))) {
    const having = catalogs.filter(({ messages }) => messages.has(key))
    const lacking = routing.locales.filter(
      (locale) => !having.some((own) => own.locale === locale),
    )
    const [own] = having
    if (!own || lacking.length === 0) continue
    const names = englishNamesOf(lacking)
    const problem = `This text is missing in ${names}, where pages show ${shownInstead(key)}.`
    report('warning', own, key, problem, `Write it in ${names} too.`)
  }
}
