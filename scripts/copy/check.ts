// Checks the texts. Its rules look at keys and at single texts; the site's own
// terms are in terms/.
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { disagreements, factCatalogs, readBrandFacts } from './brand-facts'
import { catalogRules, findPartialFacts } from './catalog-rules'
import {
  type Catalog,
  type CatalogMessage,
  type CopyFinding,
  catalogFile,
  isUntranslated,
  levels,
  parseSources,
  readSources,
  type Sources,
} from './catalogs'
import { parseText } from './message'
import { earlierEnglish, type Reviews, readReviews } from './reviewed'
import type { CatalogRule, ReportFinding, RuleContext, TextRule } from './rule'
import { factRules, textRules } from './rules'
import { pagesShowing, termsOf } from './terms'
import { comparingRules } from './translation-rules'

type IsChosen = (key: string) => boolean

type Rules = {
  catalogRules: Record<string, CatalogRule>
  textRules: Record<string, TextRule>
}

/**
 * Returns all findings for the texts on disk, which are the shared catalogs and
 * the brand's own texts.
 */
export function checkAll(): CopyFinding[] {
  const sources = readSources()
  const findings = checkSources(sources, readReviews())
  return findings.some(({ rule }) => rule === 'file')
    ? findings
    : [...findings, ...checkBrandFacts(readBrandFacts(), sources)]
}

/** Returns all findings for the texts and facts in the brand's brand.json. */
export function checkBrandFacts(
  facts: string,
  sources: Sources,
): CopyFinding[] {
  const catalogs = factCatalogs(facts)
  const [english] = catalogs
  if (!english) return []
  const context = {
    catalogs,
    english,
    sharedEnglish: english,
    reviews: readReviews(),
    isBrand: true,
  }
  const findDisagreements: CatalogRule = (_, report) => {
    for (const problem of disagreements(facts, sources))
      report('warning', english, '', problem, 'Make both say the same.')
  }
  const rules = {
    'brand-translation': findPartialFacts,
    agreement: findDisagreements,
  }
  const all = { catalogRules: rules, textRules: factRules }
  return judge(context, () => true, all)
}

export function checkSources(
  sources: Sources,
  reviews: Reviews,
  isChosen: IsChosen = () => true,
): CopyFinding[] {
  const { english, catalogs, ofBrand, broken } = parseSources(sources)
  if (broken.length > 0) return broken
  const brandCatalog = ofBrand.find(({ locale }) => locale === english.locale)
  const brandEnglish = {
    ...english,
    messages: new Map([...english.messages, ...(brandCatalog?.messages ?? [])]),
  }
  const shared = {
    catalogs,
    english,
    sharedEnglish: english,
    reviews,
    isBrand: false,
  }
  const findings = [
    ...judge(shared, isChosen),
    ...judge(
      { ...shared, catalogs: ofBrand, english: brandEnglish, isBrand: true },
      isChosen,
    ),
  ].filter((finding) => !isReplaced(finding, ofBrand))
  return findings.sort(
    (a, b) => levels.indexOf(a.level) - levels.indexOf(b.level),
  )
}

/**
 * Whether the brand has written its own text because its names make the shared
 * one too long.
 */
function isReplaced(
  { rule, locale, file, key = '' }: CopyFinding,
  ofBrand: Catalog[],
): boolean {
  const brandCatalog = ofBrand.find((catalog) => catalog.locale === locale)
  const isShared = file === catalogFile(locale)
  return (
    rule === 'length' &&
    isShared &&
    brandCatalog?.messages.has(withoutNeutral(key)) === true
  )
}

/** Whether a text replaces another one whose claim is unconfirmed. */
export function isNeutral(key: string): boolean {
  return key.startsWith('Neutral.')
}

/** Returns the key of the text that a neutral text stands in for. */
export function withoutNeutral(key: string): string {
  return isNeutral(key) ? key.slice('Neutral.'.length) : key
}

function judge(
  context: RuleContext,
  isChosen: IsChosen,
  rules: Rules = { catalogRules, textRules },
): CopyFinding[] {
  const findings: CopyFinding[] = []
  const reportAs = (rule: string): ReportFinding => {
    return (level, catalog, key, problem, fix) => {
      if (isChosen(key))
        findings.push({
          level,
          rule,
          problem,
          fix,
          ...positionIn(catalog, key),
        })
    }
  }
  for (const [rule, check] of Object.entries(rules.catalogRules))
    check(context, reportAs(rule))
  for (const catalog of context.catalogs) {
    const chosen = [...catalog.messages.values()].filter(
      (message) =>
        isChosen(message.key) && !isUntranslated(catalog.locale, message.text),
    )
    for (const message of chosen)
      judgeText(message, catalog, context, { reportAs, ...rules })
  }
  return findings
}

function judgeText(
  message: CatalogMessage,
  catalog: Catalog,
  context: RuleContext,
  {
    reportAs,
    textRules,
  }: Rules & { reportAs: (rule: string) => ReportFinding },
) {
  const { key } = message
  const isSource = !context.isBrand && catalog === context.english
  const english = isSource ? undefined : context.english.messages.get(key)
  const words = parseText(message.text).texts.join('\n')
  const earlier =
    english && !context.isBrand
      ? earlierEnglish(
          {
            locale: catalog.locale,
            key,
            english: english.text,
            translation: message.text,
          },
          context.reviews,
        )
      : undefined

  const text = {
    ...message,
    words,
    catalog,
    context,
    english,
    earlier,
    terms: termsOf(catalog.locale),
  }

  for (const [rule, check] of Object.entries(textRules)) {
    if (earlier !== undefined && comparingRules.includes(rule)) continue
    check({
      ...text,
      report: (level, problem, fix) =>
        reportAs(rule)(level, catalog, key, problem, fix),
    })
  }
}

export function positionIn({ locale, file, messages }: Catalog, key: string) {
  const message =
    messages.get(key) ??
    [...messages.values()].find((other) => other.key.startsWith(`${key}.`))
  const { line, column, text } = message ?? { line: 1, column: 1 }
  const pages = pagesShowing(message?.key ?? key).map((page) =>
    page.startsWith('/') ? localizedPath(locale as Locale, page) : page,
  )
  return { locale, file, line, column, key, text, pages }
}
