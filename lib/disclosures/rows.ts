import {
  type Group,
  groupOf,
  isContract,
  type PartyTopic,
  type Topic,
} from '@/lib/brand/disclosures'
import { inLanguage } from '@/lib/i18n/in-language'
import type { Locale } from '@/lib/i18n/routing'
import { site } from '@/lib/site'

export type DisclosureValue = { text: string; href?: string; code?: boolean }
export type DisclosureRow = {
  topic: Topic
  group: Group
  label: string
  values: DisclosureValue[]
  metal?: 'gold' | 'silver'
  source?: string
}

export type Party = {
  topic: PartyTopic
  group: Group
  name: string
  detail?: string
}

export function disclosureRows(
  locale: Locale,
  of?: readonly Topic[],
): DisclosureRow[] {
  const rows = site.disclosures.rows.filter(
    ({ topic }) => !of || of.includes(topic),
  )
  return rows.map(({ topic, label, value, link, metal, source }) => ({
    topic,
    group: groupOf(topic),
    label: inLanguage(label, locale),
    values: (Array.isArray(value) ? value : [value]).map((words) =>
      linkedValue(inLanguage(words, locale), link),
    ),
    metal,
    source,
  }))
}

export function partiesIn(locale: Locale): Party[] {
  return site.disclosures.parties.map(({ topic, name, detail }) => ({
    topic,
    group: groupOf(topic),
    name,
    ...(detail && { detail: inLanguage(detail, locale) }),
  }))
}

/** Returns the rows as a Markdown list, each formatted by `writeRow`. */
export function disclosureMarkdown(
  locale: Locale,
  of?: readonly Topic[],
  writeRow = (label: string, value: string) => `**${label}** ${value}`,
): string {
  const rows = disclosureRows(locale, of)
  return rows
    .map(
      ({ label, values }) =>
        `- ${writeRow(label, values.map(markdownOf).join(' · '))}`,
    )
    .join('\n')
}

/**
 * Returns the group of rows with the details behind a FAQ answer, if there is
 * one.
 */
export function groupOfAnswer(question: string): Group | undefined {
  const stated = topicsOfAnswers[question]?.find((topic) =>
    site.disclosures.rows.some((row) => row.topic === topic),
  )
  return stated && groupOf(stated)
}

const topicsOfAnswers: Partial<Record<string, Topic[]>> = {
  'HomeFaq.vaults': ['vaults', 'title', 'barStandard', 'insurance'],
  'HomeFaq.attestations': ['attestor'],
  'HomeFaq.onboarding': ['onboarding'],
  'HomeFaq.fees': ['fees'],
  'HomeFaq.company': ['legalEntity', 'regulation', 'financialAuditor'],
  'ProductFaq.redemption': ['redemption'],
  'ProductFaq.tradingHours': ['agreement', 'settlementTime', 'priceSource'],
  'ProductFaq.tokenStandard': ['tokens', 'goldContract', 'silverContract'],
  'ProductFaq.keyCustody': ['tokenCustody', 'security'],
  'ProductFaq.kycAml': ['onboarding'],
}

function linkedValue(
  text: string,
  link = text.includes(' ') ? '' : text,
): DisclosureValue {
  if (isContract(text))
    return { text, code: true, ...(link !== text && { href: link }) }
  if (link.includes('@')) return { text, href: `mailto:${link}` }
  return { text, ...(link.startsWith('https://') && { href: link }) }
}

function markdownOf({ text, href, code }: DisclosureValue): string {
  const words = code ? `\`${text}\`` : text.replace(/[\\`*_[\]<>]/g, '\\$&')
  return href === undefined ? words : `[${words}](${href})`
}
