import type { Messages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import { disclosureRows } from './rows'
import { contractValue, createWords, type Value } from './values'

type MetalRow = { label: string; gold: Value; silver: Value }

/** The rows of the table of metals that a brand adds by what it discloses. */
export function metalRows(messages: Messages, locale: Locale): MetalRow[] {
  const t = createWords(messages, locale)
  const { tokens = [] } = site.disclosures
  const bars = disclosureRows(['barStandard'], messages, locale).flatMap(({ label, values }) =>
    values.map((value) => ({ label, gold: value, silver: value })),
  )
  const contract = (metal: 'gold' | 'silver') => {
    const token = tokens.find((candidate) => candidate.metal === metal)
    return token ? contractValue(token) : { text: '–' }
  }
  if (tokens.length === 0) return bars
  return [...bars, { label: t('rows.contract'), gold: contract('gold'), silver: contract('silver') }]
}
