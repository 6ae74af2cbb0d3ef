import { digestQueues } from '@/lib/leads/quarantine-digest/queue'
import { type DeliveryTimes, type Item, type Queue, workQueue } from '@/lib/outbox/queue'
import { sendAcknowledgement } from './acknowledgement-mail'
import { type Channel, channels, isConfigured } from './channels'
import { sendMail } from './sales-mail'
import { type DueLead, findDue, lease, recordAttempt } from './store'
import { sendWebhook } from './webhook'

const deliver: Record<Channel, (lead: DueLead, signal: AbortSignal) => Promise<void>> = {
  mail: sendMail,
  webhook: sendWebhook,
  ack: sendAcknowledgement,
}

/** Delivers what is due in every queue, and returns how many attempts were made. */
export async function deliverDue(now = new Date(), times?: DeliveryTimes): Promise<number> {
  const attempts = await Promise.all(workers().map((work) => work(now, times)))
  return attempts.reduce((sum, count) => sum + count, 0)
}

/** Delivers what is due in one queue, and resolves to how many attempts were made. */
type Worker = (now: Date, times?: DeliveryTimes) => Promise<number>

/** A worker for each queue: of leads by channel, and of quarantine digests. */
export function workers(): Worker[] {
  return [...channels.map((channel) => workerOf(leadQueue(channel))), ...digestQueues.map(workerOf)]
}

function workerOf<Due extends Item>(queue: Queue<Due>): Worker {
  return (now, times) => workQueue(queue, now, times)
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
