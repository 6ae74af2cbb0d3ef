import { env } from '@/lib/env'

/**
 * The channels on which a lead is delivered. `ack` is the acknowledgment to
 * the visitor; all others go to sales.
 */
export const channels = [
  'mail',
  'webhook',
  'hubspot',
  'salesforce',
  'slack',
  'ack',
] as const

export type Channel = (typeof channels)[number]

export type SalesChannel = Exclude<Channel, 'ack'>

export const salesChannels = channels.filter((channel) => channel !== 'ack')

const configured: Record<Channel, () => boolean> = {
  mail: () => env.SMTP_URL !== undefined,
  webhook: () => env.LEADS_WEBHOOK_URL !== undefined,
  hubspot: () => env.LEADS_HUBSPOT_URL !== undefined,
  salesforce: () => env.LEADS_SALESFORCE_URL !== undefined,
  slack: () => env.LEADS_SLACK_URL !== undefined,
  ack: () => env.SMTP_URL !== undefined && env.LEADS_ACKNOWLEDGE,
}

export function isConfigured(channel: Channel): boolean {
  return configured[channel]()
}

export function configuredSalesChannels(): SalesChannel[] {
  return salesChannels.filter(isConfigured)
}
