import { describeError } from '@/lib/database/errors'
import { env } from '@/lib/env'
import { digestWorkers } from '@/lib/leads/digest'
import { recordEvent } from '@/lib/leads/history-store'
import { log } from '@/lib/log'
import type { Queue } from '@/lib/outbox/queue'
import { createWorker, startOutbox } from '@/lib/outbox/worker'
import { type Channel, channels } from './channels'
import { configuredSalesChannels, isConfigured } from './configured-channels'
import {
  type DueDelivery,
  deliveriesOn,
  findLeadToSend,
  type LeadToSend,
} from './delivery-store'
import { sendToHubspot } from './hubspot'
import { sendAcknowledgment, sendMail } from './mail'
import { noticeQueues } from './notices'
import { sendToSalesforce } from './salesforce'
import { sendToTeamChat } from './team-chat'
import { sendWebhook } from './webhook'

const send: Record<
  Channel,
  (lead: LeadToSend, signal: AbortSignal) => Promise<void>
> = {
  mail: sendMail,
  webhook: sendWebhook,
  hubspot: sendToHubspot,
  salesforce: sendToSalesforce,
  slack: sendToTeamChat,
  ack: sendAcknowledgment,
}

/**
 * Starts deliveries in this process. Warns if they are off or if no channel is
 * configured.
 */
export function startDelivery() {
  if (!env.DELIVERIES)
    log.warn('DELIVERIES is off: leads are stored but not sent')
  else if (configuredSalesChannels().length === 0) {
    log.warn(
      'leads are stored but not sent: set SMTP_URL, LEADS_TO and LEADS_FROM, or LEADS_WEBHOOK_URL, or the settings of another service',
    )
  }
  startOutbox(workers)
}

export const workers = [
  ...channels.map((channel) => createWorker(leadQueue(channel))),
  ...digestWorkers,
  ...noticeQueues.map(createWorker),
]

function leadQueue(channel: Channel): Queue<DueDelivery> {
  const deliveries = deliveriesOn(channel)
  return {
    ...deliveries,
    name: channel,
    isConfigured: () => isConfigured(channel),
    async deliver(delivery, signal) {
      const lead = await findLeadToSend(delivery)
      if (lead) await send[channel](lead, signal)
    },
    async recordAttempt(delivery, leasedUntil, attempt) {
      await deliveries.recordAttempt(delivery, leasedUntil, attempt)
      const { id } = delivery
      const kind =
        attempt.deliveredAt && attempt.lastError ? 'uncertain' : 'attempted'
      await recordEvent(id, { kind, channel, detail: attempt.lastError }).catch(
        (error) => {
          log.warn(
            { id, ...describeError(error) },
            'a delivery attempt could not be added to the lead’s history',
          )
        },
      )
    },
  }
}
