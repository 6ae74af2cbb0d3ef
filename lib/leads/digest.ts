import { createTranslator } from 'next-intl'
import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import type { Prisma } from '@/lib/database/generated/client'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { officeTime } from '@/lib/i18n/offices'
import { mailTransport } from '@/lib/mail/mail'
import type { Item, Queue } from '@/lib/outbox/queue'
import { isConfigured, salesChannels } from './delivery/channels'
import { consoleAddressOf } from './delivery/lead-text'
import { messageId } from './delivery/mails'
import { postToSlack } from './delivery/services'
import { postEvent } from './delivery/webhook'
import { referenceOf } from './fields'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const limits = { leads: 20, questions: 10 }

const send = { mail: mailDigest, webhook: postDigest, slack: postDigestToSlack }

type DigestChannel = keyof typeof send
type Digest = NonNullable<Awaited<ReturnType<typeof readDigest>>>
type DueDigest = Item & { digest: Digest }

/** One queue for each channel: at most one digest a day, about the time since the one before. */
export const digestQueues = (Object.keys(send) as DigestChannel[]).map((channel): Queue<DueDigest> => {
  async function update(dueAt: Date, data: Prisma.DigestUpdateInput): Promise<boolean> {
    const database = await getDatabase()
    const { count } = await database.digest.updateMany({ where: { channel, dueAt }, data })
    return count === 1
  }
  return {
    name: `digest ${channel}`,
    isConfigured: () => env.LEADS_DIGEST && isConfigured(channel),
    async findDue(now) {
      const database = await getDatabase()
      const row = await database.digest.findUnique({ where: { channel } })
      if (!row) {
        // The first digest names all of the quarantine. It comes in an hour, with what arrives until then.
        const dueAt = new Date(now.getTime() + hourMs)
        await isCreated(database.digest.create({ data: { channel, since: new Date(0), dueAt } }))
        return []
      }
      // The clock was ahead when that time was set: two digests about the same leads are better than none.
      const isFromFuture = row.dueAt.getTime() > now.getTime() + dayMs + hourMs
      if (row.dueAt > now && !isFromFuture) return []
      const until = row.until ?? now
      const digest = await readDigest(isFromFuture ? new Date(now.getTime() - dayMs) : row.since, until)
      if (digest) return [{ id: channel, since: until, attempts: row.attempts, dueAt: row.dueAt, digest }]
      await update(row.dueAt, { dueAt: new Date(now.getTime() + hourMs), until: null, attempts: 0 })
      return []
    },
    lease: ({ attempts, dueAt, digest: { until } }, leasedUntil) =>
      update(dueAt, { dueAt: leasedUntil, attempts: attempts + 1, until }),
    deliver: ({ digest }, signal) => send[channel](digest, signal),
    async record({ digest: { until } }, leasedUntil, { dueAt, lastError }) {
      const next = { since: until, until: null, attempts: 0, dueAt: new Date(until.getTime() + dayMs) }
      await update(leasedUntil, { ...(dueAt ? { dueAt } : next), lastError })
    },
  }
})

async function readDigest(from: Date, until: Date) {
  const database = await getDatabase()
  const since = from.getTime() > 0 ? from : new Date(until.getTime() - dayMs)
  const span = { gte: since, lt: until }
  const received = await findLeads({ quarantine: null, receivedAt: span })
  const quarantine = { not: null }
  const recently = { quarantine, receivedAt: { gte: from, lt: until } }
  const quarantined = await findLeads(recently, [{ spamScore: 'asc' }])
  const groups = await database.lead.groupBy({ by: ['quarantine'], where: recently, _count: true })
  const byReason: Record<string, number> = {}
  for (const group of groups) {
    for (const reason of reasonsOf(group)) byReason[reason] = (byReason[reason] ?? 0) + group._count
  }
  const channel = { in: [...salesChannels] }
  const waiting = { deliveries: { some: { channel, dueAt: { not: null } } } }
  const abandoned = { deliveries: { some: { channel, abandonedAt: { not: null } } } }
  // A delivery under way has not failed, and a lead that was given up may be handled all the same.
  const undelivered = await findLeads({
    OR: [
      { ...waiting, receivedAt: { lt: new Date(until.getTime() - hourMs) } },
      { ...abandoned, status: 'new' },
    ],
  })
  const asked = { where: { lastAskedAt: span } }
  const questions = await database.unansweredQuestion.findMany({
    ...asked,
    orderBy: [{ count: 'desc' }, { lastAskedAt: 'asc' }],
    take: limits.questions,
    select: { text: true, language: true, count: true },
  })
  const unanswered = await database.unansweredQuestion.count(asked)
  if (received.count + quarantined.count + undelivered.count + unanswered === 0) return undefined
  return {
    // The same for every attempt, so that a receiver recognizes a repetition.
    id: `digest-${until.getTime()}`,
    since,
    until,
    received: received.count,
    received_leads: received.leads.map((lead) => ({ ...nameLead(lead), owner: lead.owner })),
    quarantined: {
      count: quarantined.count,
      by_reason: byReason,
      total: await database.lead.count({ where: { quarantine } }),
      leads: quarantined.leads.map((lead) => {
        return { ...nameLead(lead), quarantine: reasonsOf(lead), spam_score: lead.spamScore }
      }),
    },
    undelivered: { count: undelivered.count, leads: undelivered.leads.map(nameLead) },
    unanswered: { count: unanswered, questions },
  }
}

const listed = {
  ...{ id: true, receivedAt: true, company: true, source: true, name: true, email: true, phone: true },
  ...{ owner: true, quarantine: true, spamScore: true },
} satisfies Prisma.LeadSelect

async function findLeads(where: Prisma.LeadWhereInput, orderBy: Prisma.LeadOrderByWithRelationInput[] = []) {
  const database = await getDatabase()
  const leads = await database.lead.findMany({
    where,
    orderBy: [...orderBy, { receivedAt: 'asc' }],
    take: limits.leads,
    select: listed,
  })
  return { leads, count: await database.lead.count({ where }) }
}

function nameLead(lead: Prisma.LeadGetPayload<{ select: typeof listed }>) {
  const { id, receivedAt, company, source, name, email, phone } = lead
  return {
    id,
    reference: referenceOf(id),
    received_at: receivedAt,
    company: company || source,
    name: name || [email, phone].filter(Boolean).join(' '),
  }
}

function reasonsOf({ quarantine }: { quarantine: string | null }): string[] {
  return quarantine?.split(',') ?? []
}

async function mailDigest(digest: Digest, signal?: AbortSignal) {
  const [subject = '', ...paragraphs] = await describeDigest(digest)
  await mailTransport().sendMail({
    from: env.LEADS_FROM,
    to: env.LEADS_TO,
    subject,
    messageId: messageId('digest', String(digest.until.getTime())),
    text: paragraphs.join('\n\n'),
    signal,
  })
}

function postDigest(data: Digest, signal?: AbortSignal) {
  return postEvent(data.id, { type: 'digest', timestamp: data.until, data }, signal)
}

async function postDigestToSlack(digest: Digest, signal?: AbortSignal) {
  await postToSlack(await describeDigest(digest), signal)
}

async function describeDigest({ since, received, received_leads, ...digest }: Digest): Promise<string[]> {
  const locale = env.LEADS_LANGUAGE
  const messages = await loadMessages(locale)
  const t = createTranslator({ locale, messages, namespace: 'DigestMail' })
  const { quarantined, undelivered, unanswered } = digest
  const listed = ({ received_at, reference, company, name }: (typeof undelivered.leads)[number]) => {
    return { time: officeTime(received_at, locale), reference, company, name }
  }
  const open = (path: string) => t('open', { address: consoleAddressOf(locale, path) })
  const names: Record<string, string> = messages.OperatorLeads.reasons
  const nameOf = (reason: string) => names[reason] ?? reason
  const counted = Object.entries(quarantined.by_reason).sort(([, a], [, b]) => b - a)
  const sections: [count: number, ...paragraphs: string[][]][] = [
    [
      received,
      [
        t('received', { count: received }),
        ...received_leads.map((lead) => t('received_lead', { ...listed(lead), owner: lead.owner ?? t('nobody') })),
        open('/leads?state=accepted'),
      ],
    ],
    [
      quarantined.count,
      [t('quarantine.intro', quarantined)],
      [
        t('quarantine.byReason'),
        ...counted.map(([reason, count]) => t('quarantine.reason', { reason: nameOf(reason), count })),
      ],
      [t('quarantine.total', { count: quarantined.total })],
      [
        t('quarantine.listed', { count: quarantined.leads.length }),
        ...quarantined.leads.map((lead) => {
          const reasons = lead.quarantine.map(nameOf).join(', ')
          return t('quarantine.lead', { ...listed(lead), reasons, score: lead.spam_score })
        }),
      ],
      [t('quarantine.todo', { address: consoleAddressOf(locale, '/leads?state=quarantined') })],
    ],
    [
      undelivered.count,
      [
        t('undelivered', { count: undelivered.count }),
        ...undelivered.leads.map((lead) => t('lead', listed(lead))),
        open('/leads?state=undelivered'),
      ],
    ],
    [
      unanswered.count,
      [
        t('unanswered', { count: unanswered.count }),
        ...unanswered.questions.map((question) => t('question', question)),
        open('/questions'),
      ],
    ],
  ]
  const counts = { quarantined: quarantined.count, undelivered: undelivered.count, unanswered: unanswered.count }
  return [
    t('subject', { received, ...counts }),
    t('since', { time: officeTime(since, locale) }),
    ...sections.flatMap(([count, ...paragraphs]) => (count > 0 ? paragraphs.map((lines) => lines.join('\n')) : [])),
  ]
}
