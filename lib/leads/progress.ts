import { type Channel, type Delivery, salesChannels } from './delivery/store'
import type { StoredLead } from './list-store'
import type { LeadState } from './query'

export function deliveryOn(
  { deliveries }: { deliveries: Delivery[] },
  channel: Channel,
): Delivery | undefined {
  return deliveries.find((delivery) => delivery.channel === channel)
}

type LeadProgress = Exclude<LeadState, 'accepted'> | 'stored'

export function progressOf(
  lead: Pick<StoredLead, 'quarantine' | 'deliveries'>,
): LeadProgress {
  if (lead.quarantine !== null) return 'quarantined'
  const deliveries = salesChannels.flatMap(
    (channel) => deliveryOn(lead, channel) ?? [],
  )
  if (deliveries.some(({ abandonedAt }) => abandonedAt)) return 'abandoned'
  if (deliveries.some(({ dueAt }) => dueAt)) return 'undelivered'
  return deliveries.some(({ deliveredAt }) => deliveredAt)
    ? 'delivered'
    : 'stored'
}
