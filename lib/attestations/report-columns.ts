import { figuresOf, type Metal, metals, type Report } from './archive'
import { maxDecimals } from './decimal'

/** The columns for which at least one report of a table has a value. */
export type Columns = {
  metals: { metal: Metal; decimals: number }[]
  hasDays: boolean
  hasFirms: boolean
}

export function columnsOf(reports: Report[]): Columns {
  const given = metals.map((metal) => {
    const ounces = reports.flatMap(
      (report) => figuresOf(report, metal)?.ounces ?? [],
    )
    return { metal, ounces, decimals: maxDecimals(ounces) }
  })
  return {
    metals: given.filter(({ ounces }) => ounces.length > 0),
    hasDays: reports.some(({ asOf }) => asOf !== null),
    hasFirms: reports.some(({ firm }) => firm !== null),
  }
}

/**
 * Returns the names of the columns between month and file: those with values
 * or, if there are none, only the title.
 */
export function columnNamesOf({ metals, hasDays, hasFirms }: Columns) {
  const names = [
    ...metals.map(({ metal }) => metal),
    ...(metals.length > 0 ? ['coverage' as const] : []),
    ...(hasDays ? ['asOf' as const] : []),
    ...(hasFirms ? ['firm' as const] : []),
  ]
  return names.length > 0 ? names : ['title' as const]
}
