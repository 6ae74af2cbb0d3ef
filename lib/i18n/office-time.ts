import { site } from '@/lib/site'
import type { Locale } from './routing'

const { offices, disclosures } = site
const officeZone = offices.find(({ timeZone }) => timeZone)?.timeZone ?? disclosures?.hours?.timeZone ?? 'UTC'

/** A moment by the clock of the first office whose zone is known, with UTC beside it; in UTC alone where none is. */
export function officeTime(moment: Date, locale: Locale): string {
  const utc = `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (officeZone === 'UTC') return utc
  const local = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: officeZone,
    timeZoneName: 'short',
  })
  return `${local.format(moment)} (${utc})`
}

/** The same in short, without UTC, for lists. */
export function shortOfficeTime(moment: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: officeZone,
    timeZoneName: 'short',
  }).format(moment)
}
