import type { DisclosurePart, Disclosures } from '@/lib/brand/disclosures'
import type { Messages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { site } from '@/lib/site'
import {
  contactValue,
  contractValue,
  createWords,
  currencyValues,
  hoursText,
  linkValue,
  namesOf,
  type Value,
  vaultValues,
  type Words,
} from './values'

export type Row = { id: string; label: string; values: Value[] }

/** What the brand discloses of these parts, in words; what it leaves out has no row. */
export function disclosureRows(parts: readonly DisclosurePart[], messages: Messages, locale: Locale): Row[] {
  const t = createWords(messages, locale)
  const rows = parts.flatMap((part) => rowsOf(part, t, locale))
  return rows.filter(({ values }) => values.length > 0)
}

function rowsOf(part: DisclosurePart, t: Words, locale: Locale): Row[] {
  const value = site.disclosures[part]
  const write = toRows[part] as (part: unknown, t: Words, locale: Locale) => Row[]
  return value === undefined ? [] : write(value, t, locale)
}

type Parts = Required<Disclosures>
type ToRows = { [Part in DisclosurePart]: (part: Parts[Part], t: Words, locale: Locale) => Row[] }

const toRows: ToRows = {
  legalEntity: ({ name, form, registration, register, address }, t, locale) => [
    row('legalEntity', t, list(name, form?.[locale])),
    row('registration', t, list(registration, register?.[locale])),
    row('registeredOffice', t, address?.[locale]),
  ],
  regulation: ({ regulator, licence, url }, t, locale) => [
    row('regulator', t, url ? linkValue(url, regulator[locale]) : regulator[locale]),
    row('licence', t, licence?.[locale]),
  ],
  jurisdictions: ({ served, terms, excluded }, t, locale) => [
    row('served', t, list(...namesOf(served, locale)), terms?.[locale]),
    row('excluded', t, list(...namesOf(excluded, locale))),
  ],
  attestor: ({ firm, standard, url }, t) => [
    row('attestor', t, url ? linkValue(url, firm) : firm),
    row('attestationStandard', t, standard),
  ],
  vaults: (vaults, t, locale) => [row('vaults', t, ...vaultValues(vaults, locale))],
  title: ({ allocated, segregated, bankruptcyRemote, terms }, t, locale) => [
    row(
      'title',
      t,
      allocated && t('values.allocated'),
      segregated && t('values.segregated'),
      bankruptcyRemote && t('values.bankruptcyRemote'),
      terms?.[locale],
    ),
  ],
  barStandard: (words, t, locale) => [row('barStandard', t, words[locale])],
  insurance: (words, t, locale) => [row('insurance', t, words[locale])],
  tokens: (tokens, t) =>
    tokens.map((token) => {
      const id = `${token.metal}Contract` as const
      return row(
        id,
        t,
        t('values.network', { network: token.network, id: String(token.chainId) }),
        contractValue(token),
      )
    }),
  tokenCustody: ({ provider, reports, reportsUrl, ownCustodian }, t, locale) => [
    row('tokenCustodian', t, provider),
    row('custodyReports', t, reportsUrl ? linkValue(reportsUrl, reports?.[locale]) : reports?.[locale]),
    row('ownCustodian', t, ownCustodian === undefined ? undefined : t(`values.ownCustodian.${ownCustodian}`)),
  ],
  counterparty: (words, t, locale) => [row('counterparty', t, words[locale])],
  priceSource: (words, t, locale) => [row('priceSource', t, words[locale])],
  currencies: (currencies, t, locale) => [row('currencies', t, ...currencyValues(currencies, locale))],
  settlementTime: (words, t, locale) => [row('settlementTime', t, words[locale])],
  redemption: ({ minimum, lots, form, time, cost }, t, locale) => [
    row('redemptionMinimum', t, minimum?.[locale]),
    row('redemptionLots', t, lots?.[locale]),
    row('redemptionForm', t, form?.[locale]),
    row('redemptionTime', t, time?.[locale]),
    row('redemptionCost', t, cost?.[locale]),
  ],
  fees: (kinds, t, locale) => [row('fees', t, ...kinds.map((kind) => kind[locale]))],
  hours: (hours, t, locale) => [row('hours', t, hoursText(hours, t, locale))],
  onboarding: ({ documents = [], duration }, t, locale) => [
    row('onboardingDocuments', t, ...documents.map((document) => document[locale])),
    row('onboardingDuration', t, duration?.[locale]),
  ],
  contacts: ({ complaints, privacy }, t) => [
    row('complaints', t, ...contactValue(complaints)),
    row('privacy', t, ...contactValue(privacy)),
  ],
  riskNotice: (words, t, locale) => [row('riskNotice', t, words[locale])],
}

function row(id: keyof Messages['Disclosures']['rows'], t: Words, ...values: (Value | string | undefined)[]): Row {
  const set = values.filter((value) => value !== undefined)
  return {
    id,
    label: t(`rows.${id}`),
    values: set.map((value) => (typeof value === 'string' ? { text: value } : value)),
  }
}

function list(...texts: (string | undefined)[]): string | undefined {
  return texts.filter((text) => text !== undefined).join(', ') || undefined
}
