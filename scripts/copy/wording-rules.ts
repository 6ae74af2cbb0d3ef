// Rules about the words of a single text: length, typography, and what a text
// must, may and must not say.
import { claims, unconfirmedClaims } from '@/lib/brand/claims'
import { companyFacts, fillFacts } from '@/lib/i18n/company-facts'
import { splitPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { findRoute } from '@/lib/routes'
import { site } from '@/lib/site'
import { readBrandFacts } from './brand-facts'
import { parseText, readable } from './message'
import { quoted, type Text, wholeWord } from './rule'
import { isAmong, memoize, type Pattern, sharedTerms } from './terms'

export const wordingRules = {
  length: checkLengths,
  typography: checkTypography,
  facts: checkFacts,
  forbidden: checkForbidden,
  required: checkRequired,
  claims: checkClaims,
  unstated: checkUnstated,
  addresses: checkAddresses,
}

function checkLengths({ key, text, catalog, report }: Text) {
  const budgets = sharedTerms().budgets.filter(({ keys }) => isAmong(key, keys))
  if (budgets.length === 0) return
  const filled = fillFacts(
    text,
    companyFacts(site, catalog.locale as Locale),
    catalog.locale,
  ).replaceAll("''", "'")
  const length = Math.max(
    ...parseText(filled).texts.map((part) => [...part].length),
  )
  for (const { what, min = 0, max, level, why } of budgets) {
    if (length >= min && length <= max) continue
    const [rule, fix] =
      length > max
        ? [`at most ${max}`, 'Shorten it.']
        : [`at least ${min}`, 'Write more.']
    report(
      level,
      `${what} should have ${rule} characters; this has ${length}. ${why}`,
      fix,
    )
  }
}

function checkTypography({ key, text, terms, report }: Text) {
  for (const part of readable(text)) {
    reportPatterns(part, key, terms.typography, report)
    for (const [open, close] of [...terms.pairs, ...sharedTerms().pairs]) {
      if (count(part, open) === count(part, close)) continue
      report(
        'error',
        `Each ${open} needs a ${close}, and one of them is missing.`,
        `Write ${open}…${close}.`,
      )
    }
  }
  const [whole = ''] = readable(text)
  const { spacing, capitals } = sharedTerms()
  reportPatterns(whole, key, [...spacing, ...capitals], report)
}

const correction = 'To correct all at once: npm run copy -- fix'

function reportPatterns(
  part: string,
  key: string,
  patterns: Pattern[],
  report: Text['report'],
) {
  const found = new Set<string>()
  for (const { find, replace, problem, fix, except } of patterns) {
    const match = found.has(problem) ? null : part.match(find)
    const how = replace === undefined ? fix : `${fix} ${correction}`
    if (!match || isAmong(key, except)) continue
    report('error', `${problem} ${around(part, match)}`, how)
    found.add(problem)
  }
}

function around(
  text: string,
  { index = 0, 0: found }: RegExpMatchArray,
): string {
  const [start, end] = [Math.max(0, index - 12), index + found.length + 12]
  return `See “${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}”.`
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}

/**
 * Finds facts of the brand, which shared texts should not repeat, because they
 * differ between brands.
 */
function checkFacts({ text, words, terms, catalog, context, report }: Text) {
  if (context.isBrand) return
  for (const { value, find: pattern, fix } of factsIn(catalog.locale)) {
    if (pattern.test(words))
      report(
        'error',
        `The text contains ${quoted([value])}, a fact of the brand.`,
        fix,
      )
  }
  // Skips the cases of plurals and choices, because these may depend on a fact.
  const [whole = ''] = parseText(text).texts
  for (const { find: pattern, fix } of terms.facts) {
    const [found] = whole.match(pattern) ?? []
    if (found)
      report(
        'error',
        `The text depends on a fact of the brand: ${quoted([found])}.`,
        fix,
      )
  }
  const [elided] = (terms.elided && text.match(terms.elided)) ?? []
  if (elided)
    report(
      'error',
      `${quoted([elided])} is wrong for a name that begins with a vowel.`,
      'Use words that do not change before a vowel.',
    )
}

const factsIn = memoize((locale: string) => {
  const { brand, product, founded } = companyFacts(site, locale as Locale)
  const cities = site.offices.flatMap(({ city }) => Object.values(city))
  const links = [
    site.shopUrl,
    site.pricesUrl,
    site.privacyUrl,
    site.termsUrl,
  ].flatMap((url) => url ?? [])
  const shown = [
    site.email,
    ...Object.values(site.phones),
    ...links.map((url) => new URL(url).host),
  ]

  const fixes: [fix: string, values: (string | undefined)[]][] = [
    ['Write {brand}.', [brand]],
    ['Write {product}.', [product]],
    ['Write {founded}.', [founded]],
    ['Write {offices}, or {anyOffice} for one of them.', [...new Set(cities)]],
    [
      'Remove it, because the page takes it from the facts of the brand.',
      shown,
    ],
  ]

  return fixes.flatMap(([fix, values]) =>
    values.flatMap((value) => {
      return value
        ? {
            value,
            fix,
            find: wholeWord(value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'u'),
          }
        : []
    }),
  )
})

function checkForbidden({ key, words, terms, report }: Text) {
  for (const { find: pattern, why, except } of terms.forbidden) {
    const match = words.match(pattern)
    if (match && !isAmong(key, except))
      report(
        'error',
        `“${match[0]}” is not allowed here. ${why}`,
        'Use other words.',
      )
  }
}

function checkRequired({ key, words, terms, catalog, context, report }: Text) {
  for (const rule of terms.required) {
    if (rule.key !== key || rule.find.test(words)) continue
    const { rates } = companyFacts(site, catalog.locale as Locale)
    const isUntrue = rule.unless === 'rates' && rates !== 'none'
    if (isUntrue && context.isBrand) continue
    report(
      'error',
      `This text must say ${rule.what}.`,
      'Ask the legal department before you change it.',
    )
  }
}

/** Reports claims in the brand's own texts that the brand does not confirm. */
function checkClaims({ words, terms, context, report }: Text) {
  if (!context.isBrand) return
  for (const name of unconfirmedClaims(site.claims)) {
    const [found] = words.match(terms.claims[name] ?? /$^/) ?? []
    if (found)
      report(
        'error',
        `“${found}” makes a claim that the brand does not confirm.`,
        `Use other words, or add "${name}": "${claims[name].states}" to "claims" in brand.json.`,
      )
  }
}

/** Reports networks, insurers, places, metals and units that no fact states. */
function checkUnstated({ key, words, report }: Text) {
  for (const { find: pattern, except } of sharedTerms().unstated) {
    const [found] = words.match(pattern) ?? []
    if (!found || isAmong(key, except) || readBrandFacts().includes(found))
      continue
    report(
      'warning',
      `The facts of the company do not contain “${found}”.`,
      'Make sure that this is true, or use other words.',
    )
  }
}

function checkAddresses({ text, report }: Text) {
  for (const [, path = ''] of text.matchAll(
    /(?<![\p{L}\p{N}/:.<])(\/[a-z][\w/.-]*)/gu,
  )) {
    const { path: plain } = splitPath(path.replace(/[.-]+$/, ''))
    const fix = 'Use a link such as <contact>our team</contact>.'
    if (!findRoute(plain)) report('error', `The site has no page ${path}.`, fix)
  }
  const insecure = text.match(/\bhttp:\/\/[^\s.]\S*/)
  if (insecure)
    report(
      'warning',
      `${insecure[0]} is not a secure address.`,
      'Write https:// if the site supports it.',
    )
}
