/** What happened to a report after it was published; the operator is not named. `sequence` counts from 1. */
export type ReportEvent = { sequence: number; kind: 'withdrawn' | 'restored'; at: Date; reason: string | null }

/** The withdrawal that is in force, if one is: what happened last counts. Events stand oldest first. */
export function withdrawalOf({ events }: { events: ReportEvent[] }): ReportEvent | undefined {
  const last = events.at(-1)
  return last?.kind === 'withdrawn' ? last : undefined
}
