import type { Env } from '@/lib/env'

/**
 * The channels on which a lead is delivered, as the database stores them.
 * `slack` is any team chat, and `ack` the acknowledgment to the visitor; all
 * others go to sales.
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

const configured: Record<Channel, (env: Env) => boolean> = {
  mail: ({ SMTP_URL }) => SMTP_URL !== undefined,
  webhook: ({ LEADS_WEBHOOK_URL }) => LEADS_WEBHOOK_URL !== undefined,
  hubspot: ({ LEADS_HUBSPOT_URL }) => LEADS_HUBSPOT_URL !== undefined,
  salesforce: ({ LEADS_SALESFORCE_URL }) => LEADS_SALESFORCE_URL !== undefined,
  slack: ({ LEADS_SLACK_URL }) => LEADS_SLACK_URL !== undefined,
  ack: (env) => configured.mail(env) && env.LEADS_ACKNOWLEDGE,
}

export function isConfiguredIn(env: Env, channel: Channel): boolean {
  return configured[channel](env)
}
