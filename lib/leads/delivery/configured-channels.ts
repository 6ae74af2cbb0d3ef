import { env } from '@/lib/env'
import { type Channel, type SalesChannel, salesChannels } from './channels'

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
