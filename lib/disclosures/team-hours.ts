import { officeHoursIn } from '@/lib/i18n/offices'
import type { Locale } from '@/lib/i18n/routing'
import { disclosureRows } from './rows'

/**
 * Returns when the team can be reached: what the brand's rows state, or else
 * the hours of its offices.
 */
export function teamHours(locale: Locale): string[] {
  const rows = disclosureRows(locale, ['hours'])
  if (rows.length > 0)
    return rows.flatMap(({ values }) => values.map(({ text }) => text))
  const offices = officeHoursIn(locale)
  return offices.map(({ city, hours }) =>
    offices.length === 1 ? hours : `${hours} (${city})`,
  )
}
