/**
 * What happens to messages: they are stored to be delivered, stored in quarantine, refused by a limit; and those that
 * came beyond the limit for everybody, which are quarantined or refused.
 */
type SubmissionEvent = 'accepted' | 'quarantined' | 'flooded' | 'refused'

// Route handlers are bundled apart but run in one process: this is what they share.
const holder = globalThis as { submissionCounters?: Record<SubmissionEvent, number> }
holder.submissionCounters ??= { accepted: 0, quarantined: 0, flooded: 0, refused: 0 }
const counters = holder.submissionCounters

/** Counts a message. */
export function countSubmission(event: SubmissionEvent) {
  counters[event]++
}

/** How many messages of each kind this process has seen since it started. */
export function submissionCounters(): Readonly<Record<SubmissionEvent, number>> {
  return { ...counters }
}
