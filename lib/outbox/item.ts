/** Something that waits to be sent: since when, how often it was tried, and when it is due. */
export type Item = { id: string; since: Date; attempts: number; nextAt: Date }

/** What became of an attempt: `nextAt` null ends the deliveries of this item. */
export type Attempt = { nextAt: Date | null; deliveredAt?: Date; abandonedAt?: Date; lastError?: string | null }

/** A kind of delivery whose items are rows that carry their own state. */
export type Queue<Due extends Item> = {
  name: string
  isConfigured: () => boolean
  /** The items due, the longest waiting first. */
  findDue: (now: Date, limit: number) => Promise<Due[]>
  /** One UPDATE that sets `nextAt` where it is still the item's, and counts the attempt: one claimant gets true. */
  lease: (item: Due, until: Date) => Promise<boolean>
  /** Rejects when the item could not be handed over. The signal tells it to stop. */
  deliver: (item: Due, signal: AbortSignal) => Promise<void>
  /** Records an attempt if `nextAt` is still what the lease set; otherwise only a delivery, and `nextAt` stays. */
  record: (item: Due, leasedUntil: Date, attempt: Attempt) => Promise<void>
}

/** Milliseconds: how long a lease holds, how often it is renewed, and how long a delivery may take. */
export type DeliveryTimes = { leaseMs: number; renewMs: number; maxMs: number }
