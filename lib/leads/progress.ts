import {
  type Channel,
  type SalesChannel,
  salesChannels,
} from './delivery/channels'
import { configuredSalesChannels, type Delivery } from './delivery/store'
import type { StoredLead } from './list-store'
import type { LeadState } from './query'

export function deliveryOn(
  { deliveries }: { deliveries: Delivery[] },
  channel: Channel,
): Delivery | undefined {
  return deliveries.find((delivery) => delivery.channel === channel)
}

type LeadProgress = Exclude<LeadState, 'accepted'>

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

/** Returns the configured channels that have not delivered a lead. */
export function undeliveredChannels(
  lead: Pick<StoredLead, 'quarantine' | 'deliveries'>,
): SalesChannel[] {
  if (lead.quarantine !== null) return []
  return configuredSalesChannels().filter(
    (channel) => !deliveryOn(lead, channel)?.deliveredAt,
  )
}
