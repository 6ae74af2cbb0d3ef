import { createTranslator } from 'next-intl'
import { figuresOf, metals, type Report } from '@/lib/attestations/archive'
import { formatDay, formatDecimal, formatMonth, formatShare } from '@/lib/attestations/format'
import { addMonths, countMonths, monthsThrough } from '@/lib/attestations/month'
import { slotsOf } from '@/lib/attestations/series'
import { type Topic, topicNames } from '@/lib/brand/disclosures'
import { disclosureMarkdown } from '@/lib/disclosures/rows'
import type { Messages } from '@/lib/i18n/messages'
import { localizedPath } from '@/lib/i18n/navigation'
import { officesIn, phoneLines } from '@/lib/i18n/offices'
import { type Locale, routing } from '@/lib/i18n/routing'
import { paths } from '@/lib/routes'
import { site } from '@/lib/site'
import { keysOf } from '@/lib/text'
import { notStated, placeOf, sectionOf } from './sections'

export type Fact = {
  id: string
  group: string
  question: string
  text: string
  title: string
  path: string
  isStated: boolean
  invitesContact: boolean
}

/** What a brand discloses on a fact; `notStated.insurance` and its like bear the name of their topic. */
const disclosedOn: Partial<Record<string, Topic[]>> = {
  'clients.eligibility': ['jurisdictions'],
  'clients.qualify': ['jurisdictions'],
  'about.company': ['legalEntity'],
  'token.network': ['tokens'],
  'custody.vaults': ['vaults'],
  'custody.tokens': ['tokenCustody'],
  'trading.settlement': ['settlementTime'],
  'redemption.delivery': ['redemption'],
  'onboarding.steps': ['onboarding'],
  'fees.published': ['fees'],
  'attestations.attestor': ['attestor'],
  'contact.hours': ['hours'],
  'notStated.vaultNames': ['vaults'],
  'notStated.contract': ['goldContract', 'silverContract'],
  'notStated.tokenCustodian': ['tokenCustody'],
  'notStated.redemptionTerms': ['redemption'],
  'notStated.cashRedemption': ['redemption'],
  'notStated.onboardingTerms': ['onboarding'],
  'notStated.feeKinds': ['fees'],
  'notStated.complaints': ['contacts'],
}

function disclosed(id: string, locale: Locale): string {
  const namesake = sectionOf(id) === notStated ? topicNames.filter((topic) => id === `${notStated}.${topic}`) : []
  return disclosureMarkdown(locale, disclosedOn[id] ?? namesake)
}

const live = 'reports'

export function isLive(id: string): boolean {
  return sectionOf(id) === live
}

/** The facts in a language. What the published reports say needs the reports (`archive`); without them it is unavailable. */
export function factsIn(locale: Locale, messages: Messages, archive?: Report[]): Fact[] {
  const t = createTranslator({ locale, messages })
  const reports = archive && reportArguments(archive, messages, locale)
  const values = { ...linkTags(locale), ...contactArguments(messages, locale), ...reports } as never

  function makeFact(id: string, { question, text: words }: { question: string; text: string }): Fact {
    const isMissing = sectionOf(id) === notStated
    const more = disclosed(id, locale)
    const text = `Facts.${id}.text` as 'Facts.token.unit.text'
    const told = isLive(id) && !reports ? t('Attestations.unavailable') : t.markup(text, values)
    const { page, fragment, heading } = isMissing && more ? disclosures : placeOf(id)
    return {
      id,
      group: `Facts.${id}`,
      question,
      text: more ? [...(isMissing ? [] : [told]), more].join('\n\n') : told,
      title: t(heading as 'About.title'),
      path: localizedPath(locale, page) + (fragment ? `#${fragment}` : ''),
      isStated: !isMissing || more !== '',
      invitesContact: sectionOf(id) === 'contact' || words.includes('<contact>'),
    }
  }

  return Object.entries(messages.Facts).flatMap(([section, facts]) =>
    Object.entries(facts).map(([name, fact]) => makeFact(`${section}.${name}`, fact)),
  )
}

const disclosures = { page: paths.product, fragment: 'disclosures', heading: 'Disclosures.title' }

export function contactArguments(messages: Messages, locale: Locale) {
  const t = createTranslator({ locale, messages })
  const lines = phoneLines(t).map(({ name, number }) => `- ${name}: [${number}](tel:${number.replace(/[^+\d]/g, '')})`)
  const offices = officesIn(locale).map(
    ({ city, street, place, country }) => `- **${city}**: ${street}, ${place}, ${country}`,
  )
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const languages = routing.locales.map((language) => names.of(language) ?? language)
  return {
    phoneList: lines.join('\n'),
    officeList: offices.join('\n'),
    email: `[${site.email}](mailto:${site.email})`,
    siteLanguages: new Intl.ListFormat(locale, { type: 'conjunction' }).format(languages),
  }
}

const asWords = (words: string) => words

export function linkTags(locale: Locale) {
  const link = (path: string) => (words: string) => `[${words}](${path})`
  return {
    contact: link(localizedPath(locale, paths.contact)),
    product: link(localizedPath(locale, paths.product)),
    attestations: link(localizedPath(locale, paths.attestations)),
    shop: site.shopUrl ? link(site.shopUrl) : asWords,
    privacy: site.privacyUrl ? link(site.privacyUrl) : asWords,
  }
}

const faqPages = { HomeFaq: paths.home, ProductFaq: paths.product } as const

/** The questions of the pages that facts answer. */
const covered = `
  HomeFaq.eligibility HomeFaq.vaults HomeFaq.attestations HomeFaq.retirementCustodians HomeFaq.onboarding HomeFaq.fees
  HomeFaq.company ProductFaq.oneToken ProductFaq.redemption ProductFaq.integration ProductFaq.minimumTrade
  ProductFaq.tradingHours ProductFaq.tokenStandard ProductFaq.keyCustody ProductFaq.kycAml ProductFaq.otherMetals
`.split(/\s+/)

export function faqFacts(locale: Locale, messages: Messages): Fact[] {
  return keysOf(faqPages).flatMap((namespace) => {
    const t = createTranslator({ locale, messages, namespace })
    const items: Record<string, { answer: string }> = messages[namespace].items
    const added = keysOf(items).filter((key) => !covered.includes(`${namespace}.${key}`))
    return added.map((key): Fact => {
      const question = t(`items.${key}.question` as 'title')
      const answer = t.markup(`items.${key}.answer` as 'items.fees.answer', linkTags(locale))
      return {
        id: `${namespace}.${key}`,
        group: `${namespace}.items.${key}`,
        question,
        text: `**${question}** ${answer}`,
        title: t('title'),
        path: `${localizedPath(locale, faqPages[namespace])}#faq-${key}-answer`,
        isStated: true,
        invitesContact: items[key]?.answer.includes('<contact>') ?? false,
      }
    })
  })
}

const maxMonthsListed = 12

/**
 * What the published reports say, as the arguments of the texts of `Facts.reports`: months and days in words, `none` for
 * what no report states. `gaps` counts the months without a report of which the report is due.
 */
function reportArguments(archive: Report[], { Attestations }: Messages, locale: Locale, now = new Date()) {
  const current = archive.filter(({ status }) => status === 'current')
  const months = current.map(({ reportDate }) => reportDate).sort()
  const first = months[0]
  const last = months.at(-1)
  const latest = current.find(({ reportDate }) => reportDate === last)
  const month = (value: string | undefined) => (value === undefined ? 'none' : formatMonth(locale, value))
  const gaps = slotsOf(months, now).filter(({ month }) => !months.includes(month))
  const gapMonths = gaps.flatMap(({ month, until = month }) => monthsThrough(month, until)).slice(0, maxMonthsListed)
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  return {
    count: current.length,
    withdrawn: archive.length - current.length,
    firstMonth: month(first),
    latestMonth: month(last),
    nextMonth: month(last && addMonths(last, 1)),
    firm: latest?.firm ?? 'none',
    asOf: latest?.asOf ? formatDay(locale, latest.asOf) : 'none',
    gaps: gaps.reduce((sum, { month, until = month }) => sum + countMonths(month, until), 0),
    gapMonths: list.format(gapMonths.map((gap) => formatMonth(locale, gap))),
    ...figures(current, Attestations, locale),
  }
}

function figures(current: Report[], words: Messages['Attestations'], locale: Locale) {
  const stated = current.filter((report) => metals.some((metal) => figuresOf(report, metal)))
  const report = stated.toSorted((a, b) => b.reportDate.localeCompare(a.reportDate))[0]
  if (!report) return { figuresMonth: 'none', coverage: 'none', holdings: 'none' }
  const each = metals.flatMap((metal) => {
    const found = figuresOf(report, metal)
    return found ? [{ metal: words[metal].toLocaleLowerCase(locale), ...found }] : []
  })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const shares = each.flatMap(({ metal, coverage }) =>
    coverage === null ? [] : [`${formatShare(locale, coverage)} (${metal})`],
  )
  const ounces = each.map(({ metal, ounces }) => `${formatDecimal(locale, ounces)} oz t (${metal})`)
  return {
    figuresMonth: formatMonth(locale, report.reportDate),
    coverage: shares.length > 0 ? list.format(shares) : 'none',
    holdings: list.format(ounces),
  }
}
