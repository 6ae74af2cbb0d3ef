import { type Figures, figuresOf, type Metal } from './archive'
import type { MonthEntry } from './report-pages'

/**
 * A month in a series. It has no figures if the month has no report, or if its
 * report does not cover this metal.
 */
export type SeriesMonth = MonthEntry & { figures?: Figures }

/** Returns a metal's months, oldest first, from the first one with figures. */
export function seriesOf(entries: MonthEntry[], metal: Metal): SeriesMonth[] {
  const readings = new Map<string, SeriesMonth>()
  for (const entry of entries) {
    const figures = entry.report && figuresOf(entry.report, metal)
    // Shows the later of two reports for one month, which older releases could
    // publish. The later one comes first.
    if (!readings.get(entry.month)?.figures)
      readings.set(entry.month, { ...entry, figures })
  }
  const oldestFirst = [...readings.values()].reverse()
  const first = oldestFirst.findIndex(({ figures }) => figures)
  return first < 0 ? [] : oldestFirst.slice(first)
}
