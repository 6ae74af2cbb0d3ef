/** Delivered, quarantined or refused by a limit; 'flooded' also counts each one beyond the limit for everybody. */
type SubmissionEvent = 'accepted' | 'quarantined' | 'flooded' | 'refused'

// Route handlers are bundled apart but run in one process: this is what they share.
const holder = globalThis as { submissionCounters?: Record<SubmissionEvent, number> }
holder.submissionCounters ??= { accepted: 0, quarantined: 0, flooded: 0, refused: 0 }
const counters = holder.submissionCounters

export function countSubmission(event: SubmissionEvent) {
  counters[event]++
}

/** The counts since this process started. */
export function submissionCounters(): Readonly<Record<SubmissionEvent, number>> {
  return { ...counters }
}
