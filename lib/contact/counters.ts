/** What can become of a message: stored, stored as spam, stored beyond the limit for everybody, refused by a limit. */
type ContactEvent = 'accepted' | 'quarantined' | 'flooded' | 'refused'

// Route handlers are bundled apart but run in one process: this is what they share.
const holder = globalThis as { contactCounters?: Record<ContactEvent, number> }
holder.contactCounters ??= { accepted: 0, quarantined: 0, flooded: 0, refused: 0 }
const counters = holder.contactCounters

/** Counts a message. */
export function countContact(event: ContactEvent) {
  counters[event]++
}

/** How many messages of each kind this process has seen since it started. */
export function contactCounters(): Readonly<Record<ContactEvent, number>> {
  return { ...counters }
}
