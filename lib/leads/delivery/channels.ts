import { env } from '@/lib/env'

type Definition = { to: 'sales' | 'visitor'; isConfigured: () => boolean }

const table = {
  mail: { to: 'sales', isConfigured: () => env.SMTP_URL !== undefined },
  webhook: { to: 'sales', isConfigured: () => env.LEADS_WEBHOOK_URL !== undefined },
  hubspot: { to: 'sales', isConfigured: () => env.LEADS_HUBSPOT_URL !== undefined },
  salesforce: { to: 'sales', isConfigured: () => env.LEADS_SALESFORCE_URL !== undefined },
  slack: { to: 'sales', isConfigured: () => env.LEADS_SLACK_URL !== undefined },
  ack: { to: 'visitor', isConfigured: () => env.SMTP_URL !== undefined && env.LEADS_ACKNOWLEDGE },
} as const satisfies Record<string, Definition>

export type Channel = keyof typeof table

export type SalesChannel = { [Name in Channel]: (typeof table)[Name]['to'] extends 'sales' ? Name : never }[Channel]

export const channels = Object.keys(table) as Channel[]

export const salesChannels = channels.filter((channel): channel is SalesChannel => table[channel].to === 'sales')

export function isConfigured(channel: Channel): boolean {
  return table[channel].isConfigured()
}

export function configuredSalesChannels(): SalesChannel[] {
  return salesChannels.filter(isConfigured)
}

export function mapSalesChannels<Value>(make: (channel: SalesChannel) => Value): Record<SalesChannel, Value> {
  return Object.fromEntries(salesChannels.map((channel) => [channel, make(channel)])) as Record<SalesChannel, Value>
}
