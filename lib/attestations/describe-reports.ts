import type { Messages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { figuresByMetal, isCurrent, type Report } from './archive'
import { formatDay, formatFigures, formatMonth, formatShare } from './format'
import { addMonths, monthsThrough } from './month'
import { monthRangesOf } from './report-pages'

const maxMonthsListed = 12

/**
 * Returns facts about the published reports, as arguments for the texts in
 * `Facts.reports`. Months and days are formatted, or `none` if no report states
 * them. `gaps` counts the months whose report is overdue.
 */
export function describeReports(
  archive: Report[],
  { Attestations }: Messages,
  locale: Locale,
) {
  const current = archive.filter(isCurrent)
  const months = current.map(({ reportDate }) => reportDate).sort()
  const first = months[0]
  const last = months.at(-1)
  const latest = current.find(({ reportDate }) => reportDate === last)
  const month = (value: string | undefined) =>
    value === undefined ? 'none' : formatMonth(locale, value)
  const missing = monthRangesOf(months)
    .filter(({ month }) => !months.includes(month))
    .flatMap(({ month, until = month }) => monthsThrough(month, until))
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  return {
    count: current.length,
    unlisted: archive.length - current.length,
    firstMonth: month(first),
    latestMonth: month(last),
    nextMonth: month(last && addMonths(last, 1)),
    firm: latest?.firm ?? 'none',
    asOf: latest?.asOf ? formatDay(locale, latest.asOf) : 'none',
    gaps: missing.length,
    gapMonths: list.format(missing.slice(0, maxMonthsListed).map(month)),
    ...figures(current, Attestations, locale),
  }
}

function figures(
  current: Report[],
  words: Messages['Attestations'],
  locale: Locale,
) {
  const stated = current.filter((report) => figuresByMetal(report).length > 0)
  const report = stated.toSorted((a, b) =>
    b.reportDate.localeCompare(a.reportDate),
  )[0]
  if (!report)
    return { figuresMonth: 'none', coverage: 'none', holdings: 'none' }
  const each = figuresByMetal(report).map(({ metal, ...found }) => {
    return { metal: words[metal].toLocaleLowerCase(locale), ...found }
  })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const shares = each.flatMap(({ metal, coverage }) =>
    coverage === null ? [] : [`${formatShare(locale, coverage)} (${metal})`],
  )
  const ounces = each.map(
    ({ metal, ...found }) =>
      `${formatFigures(locale, found).ounces} oz t (${metal})`,
  )
  return {
    figuresMonth: formatMonth(locale, report.reportDate),
    coverage: shares.length > 0 ? list.format(shares) : 'none',
    holdings: list.format(ounces),
  }
}
