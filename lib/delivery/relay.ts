import { log } from '@/lib/log'
import { sendAcknowledgement } from './acknowledgement'
import { nextAttempt } from './back-off'
import { type Channel, channels, isConfigured } from './channels'
import { errorCode } from './error-code'
import { sendMail } from './mail'
import { type DueLead, findDue, type Lead, lease, recordAttempt } from './store'
import { sendWebhook } from './webhook'

const deliver: Record<Channel, (lead: Lead) => Promise<void>> = {
  mail: sendMail,
  webhook: sendWebhook,
  ack: sendAcknowledgement,
}

const batch = 10
// Longer than any attempt may take (see the timeouts of mail and webhook).
const leaseMs = 60_000

/**
 * Delivers what is due on every channel that is set up, and returns how many attempts were made. Never throws: what
 * fails is recorded and due again later; while the database is away nothing happens.
 */
export async function deliverDue(now = new Date()): Promise<number> {
  const active = channels.filter(isConfigured)
  const attempts = await Promise.all(active.map((channel) => deliverChannel(channel, now).catch(reportFault)))
  return attempts.reduce((sum, count) => sum + count, 0)
}

async function deliverChannel(channel: Channel, now: Date): Promise<number> {
  const due = await findDue(channel, now, batch)
  await Promise.all(due.map((lead) => attempt(channel, lead).catch(reportFault)))
  return due.length
}

async function attempt(channel: Channel, lead: DueLead) {
  if (!(await lease(channel, lead, new Date(Date.now() + leaseMs)))) return
  try {
    await deliver[channel](lead)
  } catch (error) {
    return recordFailure(channel, lead, errorCode(error))
  }
  await recordAttempt(channel, lead.id, { nextAt: null, deliveredAt: new Date(), lastError: null })
  log.info({ channel, lead: lead.id, attempt: lead.attempts + 1 }, 'lead delivered')
}

async function recordFailure(channel: Channel, lead: DueLead, fault: string) {
  const nextAt = nextAttempt(lead.receivedAt, lead.attempts + 1)
  const abandonedAt = nextAt ? undefined : new Date()
  await recordAttempt(channel, lead.id, { nextAt, ...(abandonedAt && { abandonedAt }), lastError: fault })
  const details = { channel, lead: lead.id, attempt: lead.attempts + 1, fault, nextAt }
  if (nextAt) log.warn(details, 'lead not delivered yet')
  else log.error(details, 'lead given up: see `npm run leads -- list --state abandoned`')
}

function reportFault(error: Error): number {
  log.error({ fault: error.name, code: errorCode(error) }, 'delivery could not use the database')
  return 0
}
