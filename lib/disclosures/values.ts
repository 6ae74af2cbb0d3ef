import { createTranslator } from 'next-intl'
import { type Day, type Disclosures, daysBetween } from '@/lib/brand/disclosures'
import type { Messages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'

/** `code` is to be copied exactly, such as the address of a contract. */
export type Value = { text: string; href?: string; code?: boolean }
export type Words = ReturnType<typeof createWords>

type Part<Name extends keyof Disclosures> = NonNullable<Disclosures[Name]>

export function createWords(messages: Messages, locale: Locale) {
  return createTranslator({ locale, messages, namespace: 'Disclosures' })
}

export function namesOf(countries: string[] | undefined, locale: Locale): string[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return (countries ?? []).map((country) => names.of(country) ?? country)
}

export function currencyValues(currencies: string[], locale: Locale): Value[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  return currencies.map((currency) => ({ text: `${names.of(currency)} (${currency})` }))
}

export function vaultValues(vaults: Part<'vaults'>, locale: Locale): Value[] {
  return vaults.map(({ operator, city, country }) => {
    return { text: [operator, city[locale], ...namesOf([country], locale)].join(', ') }
  })
}

export function contractValue({ address, explorer }: Part<'tokens'>[number]): Value {
  return { text: address, href: explorer.replaceAll('{address}', address), code: true }
}

export function contactValue(contact: string | undefined): Value[] {
  if (contact === undefined) return []
  if (contact.startsWith('https://')) return [linkValue(contact)]
  return [{ text: contact, href: `mailto:${contact}` }]
}

/** A link under these words; without them, under its host. */
export function linkValue(href: string, words?: string): Value {
  return { text: words ?? new URL(href).host, href }
}

/** Such as "Monday to Friday, 9:00 AM to 5:00 PM, Eastern Time". */
export function hoursText({ from, to, open, close, timeZone }: Part<'hours'>, t: Words, locale: Locale): string {
  return t(from === to ? 'values.hoursOfDay' : 'values.hours', {
    from: weekday(from, locale),
    to: weekday(to, locale),
    open: clockTime(open, locale),
    close: clockTime(close, locale),
    zone: zoneName(timeZone, locale),
  })
}

function weekday(day: Day, locale: Locale): string {
  // 1 January 2024 is a Monday.
  const date = new Date(Date.UTC(2024, 0, daysBetween('monday', day).length))
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(date)
}

function clockTime(time: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`2024-01-01T${time}Z`),
  )
}

function zoneName(timeZone: string, locale: Locale): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
