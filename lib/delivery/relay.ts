import { deliverTranscript } from '@/lib/chatbot/transcript-mail'
import { findDueTranscripts, leaseTranscript, recordTranscript } from '@/lib/chatbot/transcript-store'
import { sendAcknowledgement } from './acknowledgement'
import { type Channel, channels, isConfigured } from './channels'
import { sendMail } from './mail'
import { type Queue, workQueue } from './queue'
import { type DueLead, findDue, type Lead, lease, recordAttempt } from './store'
import { sendWebhook } from './webhook'

const deliver: Record<Channel, (lead: Lead) => Promise<void>> = {
  mail: sendMail,
  webhook: sendWebhook,
  ack: sendAcknowledgement,
}

/** Delivers the leads, and the conversations whose visitors asked for it, that are due; returns how many were tried. */
export async function deliverDue(now = new Date()): Promise<number> {
  const leads = channels.map((channel) => workQueue(leadQueue(channel), now))
  const attempts = await Promise.all([...leads, workQueue(transcripts, now)])
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

const transcripts = {
  name: 'transcript',
  isConfigured: () => isConfigured('mail'),
  findDue: findDueTranscripts,
  lease: leaseTranscript,
  deliver: deliverTranscript,
  record: recordTranscript,
}
