import { digestQueues } from '@/lib/leads/digest/queue'
import { log } from '@/lib/log'
import type { DeliveryTimes, Item, Queue } from '@/lib/outbox/item'
import { workQueue } from '@/lib/outbox/queue'
import { startOutbox } from '@/lib/outbox/worker'
import { sendAcknowledgement } from './acknowledgement-mail'
import { type Channel, channels, configuredSalesChannels, isConfigured } from './channels'
import { sendToHubspot } from './hubspot'
import { sendMail } from './sales-mail'
import { sendToSalesforce } from './salesforce'
import { sendToSlack } from './slack'
import { type DueLead, findDue, lease, recordAttempt } from './store'
import { sendWebhook } from './webhook'

const deliver: Record<Channel, (lead: DueLead, signal: AbortSignal) => Promise<void>> = {
  mail: sendMail,
  webhook: sendWebhook,
  hubspot: sendToHubspot,
  salesforce: sendToSalesforce,
  slack: sendToSlack,
  ack: sendAcknowledgement,
}

/** Starts delivering in this process, and says so where there is nothing to deliver to. */
export function startDelivery() {
  if (configuredSalesChannels().length === 0) {
    log.warn(
      'leads are only stored: set SMTP_URL with LEADS_TO and LEADS_FROM, LEADS_WEBHOOK_URL, or a setting of another service, to have them sent',
    )
  }
  startOutbox(workers())
}

/** Delivers what is due in every queue, and returns how many attempts were made. */
export async function deliverDue(now = new Date(), times?: DeliveryTimes): Promise<number> {
  const attempts = await Promise.all(workers().map((work) => work(now, times)))
  return attempts.reduce((sum, count) => sum + count, 0)
}

function workers() {
  return [...channels.map((channel) => workerOf(leadQueue(channel))), ...digestQueues.map(workerOf)]
}

function workerOf<Due extends Item>(queue: Queue<Due>) {
  return (now: Date, times?: DeliveryTimes) => workQueue(queue, now, times)
}

function leadQueue(channel: Channel): Queue<DueLead> {
  return {
    name: channel,
    isConfigured: () => isConfigured(channel),
    findDue: (now, limit) => findDue(channel, now, limit),
    lease: (lead, until) => lease(channel, lead, until),
    deliver: deliver[channel],
    record: (lead, leasedUntil, attempt) => recordAttempt(channel, lead, leasedUntil, attempt),
  }
}
