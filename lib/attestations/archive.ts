import { coverageRatio } from './coverage'
import { eventId } from './log/hash-chain'
import type { LogPosition, ReportEvent, StoredReport } from './report'

export type ReportStatus = 'current' | 'replaced' | 'withdrawn'

export type Report = StoredReport & {
  status: ReportStatus
  replacedById: string | null
  /** The size of the report's file, or null if this site does not store it. */
  fileBytes: number | null
  history: HistoryEvent[]
}

/**
 * Adds each report's status, file size, history and positions in the log. A
 * replaced report stays replaced even if its replacement is withdrawn.
 */
export function toArchive(
  rows: StoredReport[],
  positions: ReadonlyMap<string, LogPosition> = new Map(),
  sizes: ReadonlyMap<string, number> = new Map(),
): Report[] {
  const replacements = new Map(rows.map((row) => [row.replacesId, row]))
  return rows.map((row) => {
    const replacement = replacements.get(row.id)
    const standing = replacement ? 'replaced' : 'current'
    const status = withdrawalOf(row) ? 'withdrawn' : standing
    return {
      ...row,
      replacedById: replacement?.id ?? null,
      status,
      fileBytes: sizes.get(row.fileUrl) ?? null,
      history: historyOf(row, replacement, positions),
    }
  })
}

export function lastChangeOf({ history }: Report): Date {
  return new Date(Math.max(...history.map(({ at }) => at.getTime())))
}

export function isCurrent({ status }: Report): boolean {
  return status === 'current'
}

/** Lists the current reports of other months that have the same file. */
export function sharingFile(
  archive: Report[],
  { sha256, reportDate }: { sha256: string | null; reportDate: string },
): Report[] {
  return archive.filter(
    (report) =>
      isCurrent(report) &&
      sha256 !== null &&
      report.sha256 === sha256 &&
      report.reportDate !== reportDate,
  )
}

export const metals = ['gold', 'silver'] as const

export type Metal = (typeof metals)[number]

export type ReportedFigures = Pick<
  StoredReport,
  `${Metal}${'Ounces' | 'Tokens'}`
>

/**
 * Returns a report's figures for a metal, or undefined unless it has both
 * ounces and tokens.
 */
export function figuresOf(report: ReportedFigures, metal: Metal) {
  const {
    [`${metal}Ounces` as const]: ounces,
    [`${metal}Tokens` as const]: tokens,
  } = report
  if (ounces === null || tokens === null) return undefined
  return { ounces, tokens, coverage: coverageRatio(ounces, tokens) }
}

export type Figures = NonNullable<ReturnType<typeof figuresOf>>

export function figuresByMetal(report: ReportedFigures) {
  return metals.flatMap((metal) => {
    const figures = figuresOf(report, metal)
    return figures ? [{ metal, ...figures }] : []
  })
}

/** Returns the withdrawal in force, if the last event is one. */
export function withdrawalOf({
  events,
}: {
  events: ReportEvent[]
}): ReportEvent | undefined {
  const last = events.at(-1)
  return last?.kind === 'withdrawn' ? last : undefined
}

export type HistoryEvent = {
  kind: 'added' | 'replaced' | ReportEvent['kind']
  at: Date
  reason: string | null
  entry: LogPosition | null
}

function historyOf(
  report: StoredReport,
  replacement: StoredReport | undefined,
  positions: ReadonlyMap<string, LogPosition>,
): HistoryEvent[] {
  const historyEvent = (
    kind: HistoryEvent['kind'],
    at: Date,
    change: string,
    reason: string | null = null,
  ) => {
    return { kind, at, reason, entry: positions.get(change) ?? null }
  }
  const events = [
    historyEvent('added', report.createdAt, report.id),
    ...report.events.map(({ sequence, kind, at, reason }) =>
      historyEvent(kind, at, eventId(report.id, sequence), reason),
    ),
    ...(replacement
      ? [historyEvent('replaced', replacement.createdAt, replacement.id)]
      : []),
  ]
  return events.sort((a, b) => {
    // Uses the log's order if possible, because clocks may be wrong.
    if (a.entry && b.entry) return a.entry.sequence - b.entry.sequence
    return a.at.getTime() - b.at.getTime()
  })
}
