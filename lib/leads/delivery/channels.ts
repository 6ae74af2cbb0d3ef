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
