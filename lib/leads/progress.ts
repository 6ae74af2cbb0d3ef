import {
  type Channel,
  type SalesChannel,
  salesChannels,
} from './delivery/channels'
import { configuredSalesChannels } from './delivery/configured-channels'
import type { Delivery } from './delivery/delivery-store'
import type { StoredLead } from './list-store'
import type { LeadStateName } from './query'

export function deliveryOn(
  { deliveries }: { deliveries: Delivery[] },
  channel: Channel,
): Delivery | undefined {
  return deliveries.find((delivery) => delivery.channel === channel)
}

type LeadProgress = Exclude<LeadStateName, 'accepted'>

/**
 * Returns the state of a lead as `stateConditions` defines it: a channel that has
 * failed counts only until someone works on the lead.
 */
export function progressOf(
  lead: Pick<StoredLead, 'quarantine' | 'deliveries' | 'status'>,
): LeadProgress {
  if (lead.quarantine !== null) return 'quarantined'
  const deliveries = salesChannels.flatMap(
    (channel) => deliveryOn(lead, channel) ?? [],
  )
  const isGivenUp = deliveries.some(({ abandonedAt }) => abandonedAt)
  if (isGivenUp && lead.status === 'new') return 'abandoned'
  if (deliveries.some(({ dueAt }) => dueAt)) return 'undelivered'
  return deliveries.length > 0 ? 'delivered' : 'stored'
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
