/**
 * A row to deliver. Its `dueAt` has three meanings, one after the other:
 *
 *     waiting   when the next attempt is due
 *     leased    when the lease of the worker that attempts it now ends; also
 *               identifies the lease, because each attempt sets another time
 *     ended     null: delivered or given up
 */
export type Item = { id: string; queuedAt: Date; attempts: number; dueAt: Date }

type Attempt = {
  dueAt: Date | null
  deliveredAt?: Date
  abandonedAt?: Date
  lastError: string | null
}

/** A kind of delivery, whose items are database rows. */
export type Queue<Due extends Item> = {
  name: string
  isConfigured: () => boolean
  findDue: (now: Date, limit: number) => Promise<Due[]>
  /**
   * Claims an item with a single UPDATE that also counts the attempt, so that
   * only one worker gets true.
   */
  lease: (item: Due, until: Date) => Promise<boolean>
  /**
   * Rejects when the item was not delivered, or perhaps only in part. Stops
   * when the signal aborts.
   */
  deliver: (item: Due, signal: AbortSignal) => Promise<void>
  /**
   * Records an attempt if `dueAt` is still the leased one; otherwise records
   * only a successful delivery and leaves `dueAt` alone.
   */
  recordAttempt: (
    item: Due,
    leasedUntil: Date,
    attempt: Attempt,
  ) => Promise<void>
}
