// Sends sales the daily digest, and owners of leads their due reminders every
// morning.
import { dayMs, hourMs } from '@/lib/durations'
import { env } from '@/lib/env'
import { instantAtOffice, officeDay } from '@/lib/i18n/offices'
import { createWorker } from '@/lib/outbox/worker'
import { dailyQueue } from './daily-store'
import { isConfigured } from './delivery/configured-channels'
import { mailDigest } from './delivery/digest-mail'
import { messageId } from './delivery/smtp'
import { postToTeamChat } from './delivery/team-chat'
import { postEvent } from './delivery/webhook'
import {
  type Digest,
  type Reminders,
  readDigest,
  readReminders,
} from './digest-store'
import {
  describeDigest,
  describeReminders,
  digestPlainText,
} from './digest-text'
import { addressOfOwner } from './notices-store'

const send = {
  async mail(digest: Digest, signal: AbortSignal) {
    const id = messageId('digest', String(digest.until.getTime()))
    await mailDigest(await describeDigest(digest), { messageId: id, signal })
  },
  webhook: (data: Digest, signal: AbortSignal) =>
    postEvent(data.id, { type: 'digest', timestamp: data.until, data }, signal),
  async slack(digest: Digest, signal: AbortSignal) {
    const report = await describeDigest(digest)
    const text = digestPlainText(report)
    await postToTeamChat({ title: report.title, text, rows: [] }, signal)
  },
}

const digests = (['mail', 'webhook', 'slack'] as const).map((channel) =>
  dailyQueue<Digest>({
    name: `digest ${channel}`,
    isConfigured: () => env.LEADS_DIGEST && isConfigured(channel),
    rows: () => [channel],
    read: (_, since, until) => readDigest(since, until),
    deliver: (digest, _, signal) => send[channel](digest, signal),
    firstDueAt: (now) => new Date(now.getTime() + hourMs),
    nextDueAt: (until) => new Date(until.getTime() + dayMs),
  }),
)

const rowPrefix = 'reminders '

const reminders = dailyQueue<Reminders>({
  name: 'reminders',
  isConfigured: () => isConfigured('mail'),
  rows: () => env.OPERATOR_EMAILS.map(({ name }) => rowPrefix + name),
  read: (row) => readReminders(row.slice(rowPrefix.length)),
  deliver: mailReminders,
  firstDueAt: nextMorning,
  nextDueAt: nextMorning,
})

async function mailReminders(due: Reminders, until: Date, signal: AbortSignal) {
  await mailDigest(await describeReminders(due), {
    to: addressOfOwner(due.owner),
    messageId: messageId('reminders', `${due.owner}-${until.getTime()}`),
    signal,
  })
}

/** Returns when it is next seven o'clock at the office. */
function nextMorning(now: Date): Date {
  const morningOf = (moment: number) =>
    instantAtOffice(officeDay(new Date(moment)), '07:00')
  const today = morningOf(now.getTime())
  return today > now ? today : morningOf(today.getTime() + dayMs)
}

export const digestWorkers = [
  ...digests.map(createWorker),
  createWorker(reminders),
]
