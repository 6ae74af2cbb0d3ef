import { sendAcknowledgement } from './acknowledgement'
import { type Channel, channels, isConfigured } from './channels'
import { sendMail } from './mail'
import { type Queue, workQueue } from './queue'
import { type DueLead, findDue, lease, recordAttempt } from './store'
import { sendWebhook } from './webhook'

const deliver: Record<Channel, (lead: DueLead) => Promise<void>> = {
  mail: sendMail,
  webhook: sendWebhook,
  ack: sendAcknowledgement,
}

/** Delivers the leads that are due on any channel; returns how many attempts were made. */
export async function deliverDue(now = new Date()): Promise<number> {
  const attempts = await Promise.all(channels.map((channel) => workQueue(leadQueue(channel), now)))
  return attempts.reduce((sum, count) => sum + count, 0)
}

function leadQueue(channel: Channel): Queue<DueLead> {
  return {
    name: channel,
    isConfigured: () => isConfigured(channel),
    findDue: (now, limit) => findDue(channel, now, limit),
    lease: (lead, until) => lease(channel, lead, until),
    deliver: deliver[channel],
    record: (id, attempt) => recordAttempt(channel, id, attempt),
  }
}
