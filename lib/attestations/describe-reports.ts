import type { Messages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { figuresOf, metals, type Report } from './archive'
import { formatDay, formatFigures, formatMonth, formatShare } from './format'
import { addMonths, countMonths, monthsThrough } from './month'
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
  const current = archive.filter(({ status }) => status === 'current')
  const months = current.map(({ reportDate }) => reportDate).sort()
  const first = months[0]
  const last = months.at(-1)
  const latest = current.find(({ reportDate }) => reportDate === last)
  const month = (value: string | undefined) =>
    value === undefined ? 'none' : formatMonth(locale, value)
  const gaps = monthRangesOf(months).filter(
    ({ month }) => !months.includes(month),
  )
  const gapMonths = gaps
    .flatMap(({ month, until = month }) => monthsThrough(month, until))
    .slice(0, maxMonthsListed)
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  return {
    count: current.length,
    unlisted: archive.length - current.length,
    firstMonth: month(first),
    latestMonth: month(last),
    nextMonth: month(last && addMonths(last, 1)),
    firm: latest?.firm ?? 'none',
    asOf: latest?.asOf ? formatDay(locale, latest.asOf) : 'none',
    gaps: gaps.reduce(
      (sum, { month, until = month }) => sum + countMonths(month, until),
      0,
    ),
    gapMonths: list.format(gapMonths.map((gap) => formatMonth(locale, gap))),
    ...figures(current, Attestations, locale),
  }
}

function figures(
  current: Report[],
  words: Messages['Attestations'],
  locale: Locale,
) {
  const stated = current.filter((report) =>
    metals.some((metal) => figuresOf(report, metal)),
  )
  const report = stated.toSorted((a, b) =>
    b.reportDate.localeCompare(a.reportDate),
  )[0]
  if (!report)
    return { figuresMonth: 'none', coverage: 'none', holdings: 'none' }
  const each = metals.flatMap((metal) => {
    const found = figuresOf(report, metal)
    return found
      ? [{ metal: words[metal].toLocaleLowerCase(locale), ...found }]
      : []
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
