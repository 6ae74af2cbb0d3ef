import { env } from '@/lib/env'

/** The ways a lead leaves the site: to sales by mail and by webhook, and an acknowledgement to the visitor. */
export const channels = ['mail', 'webhook', 'ack'] as const

export type Channel = (typeof channels)[number]

export function isConfigured(channel: Channel): boolean {
  if (channel === 'webhook') return env.LEADS_WEBHOOK_URL !== undefined
  if (channel === 'ack') return env.SMTP_URL !== undefined && env.LEADS_ACKNOWLEDGE
  return env.SMTP_URL !== undefined
}
