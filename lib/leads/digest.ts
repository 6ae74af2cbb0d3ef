// Sends a daily message per channel about the previous day's leads and
// everything still waiting, read from the database when it is sent.
import { createTranslator } from 'next-intl'
import { countUnsent } from '@/lib/chatbot/unsent-store'
import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import type { Prisma } from '@/lib/database/generated/client'
import { env } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import { officeTime } from '@/lib/i18n/offices'
import type { Item, Queue } from '@/lib/outbox/queue'
import { isolate } from '@/lib/typed-text'
import { inState, isDue } from './conditions-store'
import { countQuarantined, countWhere } from './count-store'
import { postToChat } from './delivery/chat'
import { consoleAddressOf } from './delivery/lead-text'
import { messageId, sendMessage } from './delivery/smtp'
import { isConfigured } from './delivery/store'
import { postEvent } from './delivery/webhook'
import { referenceOf } from './fields'
import { type StoredLead, scanLeads, takeLeads } from './list-store'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const limits = { leads: 20, questions: 10 }

const send = {
  async mail(digest: Digest, signal: AbortSignal) {
    const [subject = '', ...paragraphs] = await describeDigest(digest)
    const id = messageId('digest', String(digest.until.getTime()))
    await sendMessage({
      subject,
      messageId: id,
      text: paragraphs.join('\n\n'),
      signal,
    })
  },
  webhook: (data: Digest, signal: AbortSignal) =>
    postEvent(data.id, { type: 'digest', timestamp: data.until, data }, signal),
  async slack(digest: Digest, signal: AbortSignal) {
    const [title = '', ...paragraphs] = await describeDigest(digest)
    const text = paragraphs.join('\n\n')
    await postToChat({ title, text, rows: [] }, signal)
  },
}

type Digest = NonNullable<Awaited<ReturnType<typeof readDigest>>>
type DueDigest = Item & { digest: Digest }

export const digestQueues = (['mail', 'webhook', 'slack'] as const).map(
  (channel): Queue<DueDigest> => {
    async function update(
      dueAt: Date,
      data: Prisma.DigestUpdateInput,
    ): Promise<boolean> {
      const database = await getDatabase()
      const { count } = await database.digest.updateMany({
        where: { channel, dueAt },
        data,
      })
      return count === 1
    }
    return {
      name: `digest ${channel}`,
      isConfigured: () => env.LEADS_DIGEST && isConfigured(channel),
      async findDue(now) {
        const database = await getDatabase()
        const inAnHour = new Date(now.getTime() + hourMs)
        const row = await database.digest.findUnique({ where: { channel } })
        // Schedules the first digest, which covers everything in quarantine and
        // all that arrives before it is sent.
        if (!row)
          await isCreated(
            database.digest.create({
              data: { channel, since: new Date(0), dueAt: inAnHour },
            }),
          )
        // The clock was ahead when `dueAt` was set. Sends the digest anyway,
        // because two digests about the same leads are better than none.
        const isFromFuture =
          row && row.dueAt.getTime() > inAnHour.getTime() + dayMs
        if (!row || (row.dueAt > now && !isFromFuture)) return []
        const until = row.until ?? now
        const digest = await readDigest(
          isFromFuture ? new Date(now.getTime() - dayMs) : row.since,
          until,
        )
        if (digest)
          return [
            {
              id: channel,
              since: until,
              attempts: row.attempts,
              dueAt: row.dueAt,
              digest,
            },
          ]
        await update(row.dueAt, { dueAt: inAnHour, until: null, attempts: 0 })
        return []
      },
      lease: ({ attempts, dueAt, digest: { until } }, leasedUntil) =>
        update(dueAt, { dueAt: leasedUntil, attempts: attempts + 1, until }),
      deliver: ({ digest }, signal) => send[channel](digest, signal),
      async record({ digest: { until } }, leasedUntil, { dueAt, lastError }) {
        const next = {
          since: until,
          until: null,
          attempts: 0,
          dueAt: new Date(until.getTime() + dayMs),
        }
        await update(leasedUntil, { ...(dueAt ? { dueAt } : next), lastError })
      },
    }
  },
)

async function readDigest(from: Date, until: Date) {
  const database = await getDatabase()
  const since = from.getTime() > 0 ? from : new Date(until.getTime() - dayMs)
  const span = { gte: since, lt: until }
  // Leaves out leads of the last hour, because a delivery that is under way has
  // not failed.
  const isLate = {
    receivedAt: { lt: new Date(until.getTime() - hourMs) },
    ...inState.undelivered,
  }
  const received = await findLeads({ quarantine: null, receivedAt: span })
  const quarantined = await readQuarantined({ gte: from, lt: until })
  const undelivered = await findLeads(isLate)
  const abandoned = await findLeads(inState.abandoned)
  const reminders = await findLeads(isDue())
  const asked = { lastAskedAt: span }
  const questions = await database.unansweredQuestion.findMany({
    where: asked,
    orderBy: [{ count: 'desc' }, { lastAskedAt: 'asc' }],
    take: limits.questions,
    select: { text: true, language: true, count: true },
  })
  const unsent = { count: await countUnsent(span) }
  const unanswered = {
    count: await database.unansweredQuestion.count({ where: asked }),
    questions,
  }
  const told = [
    received,
    quarantined,
    undelivered,
    abandoned,
    reminders,
    unsent,
    unanswered,
  ]
  if (told.every(({ count }) => count === 0)) return undefined
  return {
    // Stays the same for every attempt, so that receivers recognize a repeated
    // digest.
    id: `digest-${until.getTime()}`,
    since,
    until,
    received: received.count,
    received_leads: received.leads.map((lead) => ({
      ...nameLead(lead),
      owner: lead.owner,
    })),
    quarantined: {
      count: quarantined.count,
      by_reason: quarantined.byReason,
      total: await countQuarantined(),
      leads: quarantined.leads.map((lead) => {
        return {
          ...nameLead(lead),
          quarantine: reasonsOf(lead),
          spam_score: lead.spamScore,
        }
      }),
    },
    undelivered: nameLeads(undelivered),
    abandoned: nameLeads(abandoned),
    reminders: nameLeads(reminders),
    unsent,
    unanswered,
  }
}

async function findLeads(where: Prisma.LeadWhereInput) {
  const oldestFirst = scanLeads(where, false, undefined, limits.leads)
  return {
    leads: await takeLeads(limits.leads, oldestFirst),
    count: await countWhere(where),
  }
}

/**
 * Reads the quarantined leads of a period: those with the lowest spam scores,
 * and the number of leads for each reason.
 */
async function readQuarantined(receivedAt: { gte: Date; lt: Date }) {
  const byReason: Record<string, number> = {}
  let leads: StoredLead[] = []
  let count = 0
  for await (const page of scanLeads(
    { quarantine: { not: null }, receivedAt },
    false,
  )) {
    for (const reason of page.flatMap(reasonsOf))
      byReason[reason] = (byReason[reason] ?? 0) + 1
    leads = [...leads, ...page]
      .sort((a, b) => a.spamScore - b.spamScore)
      .slice(0, limits.leads)
    count += page.length
  }
  return { leads, count, byReason }
}

function nameLeads({ count, leads }: { count: number; leads: StoredLead[] }) {
  return { count, leads: leads.map(nameLead) }
}

function nameLead({
  id,
  receivedAt,
  company,
  source,
  name,
  email,
  phone,
}: StoredLead) {
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

async function describeDigest(digest: Digest): Promise<string[]> {
  const locale = env.LEADS_LANGUAGE
  const messages = await loadMessages(locale)
  const t = createTranslator({ locale, messages, namespace: 'DigestMail' })
  const { received, quarantined, unsent, unanswered } = digest
  const { undelivered, abandoned, reminders } = digest
  const counts = {
    quarantined: quarantined.count,
    undelivered: undelivered.count + abandoned.count,
    unsent: unsent.count,
    unanswered: unanswered.count,
  }
  const named = ({
    received_at,
    reference,
    company,
    name,
  }: (typeof undelivered.leads)[number]) => {
    return {
      time: officeTime(received_at, locale),
      reference,
      company: isolate(company),
      name: isolate(name),
    }
  }
  const reasonNames: Record<string, string> = messages.OperatorLeads.reasons
  const nameOf = (reason: string) => reasonNames[reason] ?? reason
  const newLeads = digest.received_leads.map((lead) => {
    return t('received_lead', {
      ...named(lead),
      owner: lead.owner ?? t('nobody'),
    })
  })
  const reasons = Object.entries(quarantined.by_reason).sort(
    ([, a], [, b]) => b - a,
  )
  const byReason = reasons.map(([reason, count]) =>
    t('quarantine.reason', { reason: nameOf(reason), count }),
  )
  const suspected = quarantined.leads.map(
    ({ quarantine, spam_score: score, ...lead }) => {
      return t('quarantine.lead', {
        ...named(lead),
        reasons: quarantine.map(nameOf).join(', '),
        score,
      })
    },
  )
  const listed = ({ leads }: typeof undelivered) =>
    leads.map((lead) => t('lead', named(lead)))
  const questions = unanswered.questions.map(({ text, ...asked }) =>
    t('question', { ...asked, text: isolate(text) }),
  )
  const addressOf = (path: string) => ({
    address: consoleAddressOf(locale, path),
  })
  const paragraphs: [count: number, ...lines: string[]][] = [
    [
      received,
      t('received', { count: received }),
      ...newLeads,
      t('open', addressOf('/leads?state=accepted')),
    ],
    [quarantined.count, t('quarantine.intro', quarantined)],
    [quarantined.count, t('quarantine.byReason'), ...byReason],
    [quarantined.count, t('quarantine.total', { count: quarantined.total })],
    [
      quarantined.count,
      t('quarantine.listed', { count: suspected.length }),
      ...suspected,
    ],
    [
      quarantined.count,
      t('quarantine.todo', addressOf('/leads?state=quarantined')),
    ],
    [
      undelivered.count,
      t('undelivered', undelivered),
      ...listed(undelivered),
      t('open', addressOf('/leads?state=undelivered')),
    ],
    [
      abandoned.count,
      t('abandoned', abandoned),
      ...listed(abandoned),
      t('open', addressOf('/leads?state=abandoned')),
    ],
    [
      reminders.count,
      t('reminders', reminders),
      ...listed(reminders),
      t('open', addressOf('/leads?reminder=due')),
    ],
    [
      unsent.count,
      t('unsent', unsent),
      t('open', addressOf('/leads?view=unsent')),
    ],
    [
      unanswered.count,
      t('unanswered', unanswered),
      ...questions,
      t('open', addressOf('/questions')),
    ],
  ]
  return [
    t('subject', { received, ...counts }),
    t('since', { time: officeTime(digest.since, locale) }),
    ...paragraphs.flatMap(([count, ...lines]) =>
      count > 0 ? [lines.join('\n')] : [],
    ),
  ]
}
