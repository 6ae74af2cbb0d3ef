import { site } from '@/lib/site'
import type { Locale } from './routing'

/** Countries that put the postal code after the city; most put it before. */
const codeLast = [
  'US',
  'CA',
  'GB',
  'IE',
  'AU',
  'NZ',
  'IN',
  'SG',
  'HK',
  'ZA',
  'AE',
]

export function officesIn(locale: Locale) {
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  return site.offices.map((office) => {
    const { city, street, region, postalCode, country, timeZone, hours } =
      office
    const code = [region, postalCode].filter(Boolean).join(' ')
    const isCodeFirst = postalCode && !codeLast.includes(country)
    const place = isCodeFirst
      ? `${postalCode} ${city[locale]}`
      : [city[locale], code].filter(Boolean).join(', ')
    return {
      city: city[locale],
      street,
      place,
      country: countries.of(country) ?? country,
      clock: timeZone && hours && { timeZone, hours },
    }
  })
}

// A Monday and a Friday, in UTC.
const monday = '2024-01-01'
const friday = '2024-01-05'

/** Returns the hours of each office that states them, after its city. */
export function officeHoursIn(locale: Locale) {
  const days = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    timeZone: 'UTC',
  })
  const times = new Intl.DateTimeFormat(locale, {
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const rangeOf = (format: Intl.DateTimeFormat, from: string, to: string) =>
    format.formatRange(new Date(from), new Date(to))
  return site.offices.flatMap(({ city, hours }) => {
    if (!hours) return []
    const open = rangeOf(
      times,
      `${monday}T${hours.opens}Z`,
      `${monday}T${hours.closes}Z`,
    )
    return [
      {
        city: city[locale],
        hours: `${rangeOf(days, monday, friday)}, ${open}`,
      },
    ]
  })
}

type Name = 'Contact.phoneNorthAmerica' | 'Contact.phoneWorldwide'

export function phoneLines(t: (key: Name) => string) {
  const { northAmerica, worldwide } = site.phones
  return [
    {
      name: t('Contact.phoneNorthAmerica'),
      number: northAmerica,
      areaServed: ['US', 'CA'],
    },
    {
      name: t('Contact.phoneWorldwide'),
      number: worldwide,
      areaServed: undefined,
    },
  ].flatMap(({ number, ...line }) => (number ? [{ ...line, number }] : []))
}

const officeZone =
  site.offices.find(({ timeZone }) => timeZone)?.timeZone ?? 'UTC'
const minutes = {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: officeZone,
  timeZoneName: 'short',
} as const
const day = { day: 'numeric', year: 'numeric' } as const

/** Formats the date of a moment at the first office whose zone is known. */
export function officeDate(moment: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, {
    month: 'long',
    ...day,
    timeZone: officeZone,
  }).format(moment)
}

/**
 * Returns the day (YYYY-MM-DD) of a moment at the first office whose zone is
 * known.
 */
export function officeDay(moment = new Date()): string {
  return wallClock(moment).slice(0, 'YYYY-MM-DD'.length)
}

/**
 * Returns the moment at which that office's clock shows a day (YYYY-MM-DD) and
 * a time (HH:MM).
 */
export function instantAtOffice(day: string, time = '00:00'): Date {
  const shown = Date.parse(`${day}T${time}Z`)
  // Converts again with the offset of the result, because the offset may change
  // during the night.
  const first = shown - offsetAt(shown)
  return new Date(shown - offsetAt(first))
}

/**
 * Returns how many milliseconds the office's clock is ahead of UTC at a moment;
 * 0 before the year 1000, because `Date.parse` needs four digits.
 */
function offsetAt(moment: number): number {
  const shown = Date.parse(`${wallClock(new Date(moment))}Z`)
  return Number.isNaN(shown) ? 0 : shown - moment
}

/** Returns the office's local time at a moment, as YYYY-MM-DDTHH:MM:SS. */
function wallClock(moment: Date): string {
  const parts = new Intl.DateTimeFormat('sv', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: officeZone,
  })
  return parts.format(moment).replace(' ', 'T')
}

/**
 * Formats a moment by the clock of the first office with a known time zone,
 * followed by UTC, or in UTC only if no zone is known.
 */
export function officeTime(moment: Date, locale: Locale): string {
  const utc = `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (officeZone === 'UTC') return utc
  const local = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    month: 'long',
    ...day,
    ...minutes,
  })
  return `${local.format(moment)} (${utc})`
}

export function shortOfficeTime(moment: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, {
    month: 'short',
    ...day,
    ...minutes,
  }).format(moment)
}

/**
 * Formats the time of day at the first office whose zone is known, with the
 * zone.
 */
export function officeClock(moment: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, minutes).format(moment)
}
