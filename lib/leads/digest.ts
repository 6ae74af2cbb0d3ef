import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import type { Prisma } from '@/lib/database/generated/client'
import { env } from '@/lib/env'
import type { Attempt, Item, Queue } from '@/lib/outbox/queue'
import { isConfigured, salesChannels } from './delivery/channels'
import { mailDigest, postDigest, postDigestToSlack } from './digest-text'
import { referenceOf } from './fields'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const limits = { leads: 20, questions: 10 }

const send = { mail: mailDigest, webhook: postDigest, slack: postDigestToSlack }

/** The channels that digests go out on. HubSpot and Salesforce take nothing but leads. */
type DigestChannel = keyof typeof send

type DueDigest = Item & { digest: Digest }

/** One queue for each channel: at most one digest a day, about the time since the one before. */
export const digestQueues = (Object.keys(send) as DigestChannel[]).map((channel): Queue<DueDigest> => {
  return {
    name: `digest ${channel}`,
    isConfigured: () => env.LEADS_DIGEST && isConfigured(channel),
    findDue: (now) => findDueDigest(channel, now),
    async lease({ attempts, dueAt, digest: { until } }, leasedUntil) {
      const database = await getDatabase()
      const data = { dueAt: leasedUntil, attempts: attempts + 1, until }
      const { count } = await database.digest.updateMany({ where: { channel, dueAt }, data })
      return count === 1
    },
    deliver: ({ digest }, signal) => send[channel](digest, signal),
    record: (due, leasedUntil, attempt) => recordDigest(channel, due, leasedUntil, attempt),
  }
})

// The content is read for every attempt: it names no lead that was released or erased meanwhile.
async function findDueDigest(channel: DigestChannel, now: Date): Promise<DueDigest[]> {
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
  const later = { dueAt: new Date(now.getTime() + hourMs), until: null, attempts: 0 }
  await database.digest.updateMany({ where: { channel, dueAt: row.dueAt }, data: later })
  return []
}

async function recordDigest(channel: DigestChannel, { digest }: DueDigest, leasedUntil: Date, attempt: Attempt) {
  const { dueAt, lastError } = attempt
  const next = { since: digest.until, until: null, attempts: 0, dueAt: new Date(digest.until.getTime() + dayMs) }
  const database = await getDatabase()
  const data = dueAt ? { dueAt, lastError } : { ...next, lastError }
  await database.digest.updateMany({ where: { channel, dueAt: leasedUntil }, data })
}

type NamedLead = { id: string; reference: string; receivedAt: Date; company: string; name: string }

/** What sales should know of a span of time; leads and questions are named up to a limit. */
export type Digest = {
  since: Date
  until: Date
  /** The leads received and not quarantined. */
  received: { count: number; leads: (NamedLead & { owner: string | null })[] }
  quarantined: {
    count: number
    byReason: Record<string, number>
    /** All leads in quarantine, whenever they were received. */
    total: number
    leads: (NamedLead & { reasons: string[]; score: number })[]
  }
  /** The leads that have waited for an hour or more, or were given up and not handled. */
  undelivered: { count: number; leads: NamedLead[] }
  unanswered: { count: number; questions: { text: string; language: string; count: number }[] }
}

/** A digest as it is now, or undefined if there is nothing to tell. */
async function readDigest(from: Date, until: Date): Promise<Digest | undefined> {
  // The first digest covers a day: what is older is no news, except for the quarantine.
  const since = from.getTime() > 0 ? from : new Date(until.getTime() - dayMs)
  const span = { gte: since, lt: until }
  const digest = {
    since,
    until,
    received: await readReceived(span),
    quarantined: await readQuarantined({ gte: from, lt: until }),
    undelivered: await readUndelivered(until),
    unanswered: await readUnanswered(span),
  }
  const { received, quarantined, undelivered, unanswered } = digest
  return received.count + quarantined.count + undelivered.count + unanswered.count > 0 ? digest : undefined
}

const named = { id: true, receivedAt: true, company: true, source: true, email: true, phone: true, name: true } as const

type Span = { gte: Date; lt: Date }

async function readReceived(receivedAt: Span): Promise<Digest['received']> {
  const database = await getDatabase()
  const where = { quarantine: null, receivedAt }
  const leads = await database.lead.findMany({
    where,
    orderBy: { receivedAt: 'asc' },
    take: limits.leads,
    select: { ...named, owner: true },
  })
  const count = await database.lead.count({ where })
  return { count, leads: leads.map((lead) => ({ ...nameLead(lead), owner: lead.owner })) }
}

async function readQuarantined(receivedAt: Span): Promise<Digest['quarantined']> {
  const database = await getDatabase()
  const quarantined = { quarantine: { not: null } }
  const where = { ...quarantined, receivedAt }
  const groups = await database.lead.groupBy({ by: ['quarantine'], where, _count: true })
  const byReason: Record<string, number> = {}
  for (const { quarantine, _count } of groups) {
    for (const reason of quarantine?.split(',') ?? []) byReason[reason] = (byReason[reason] ?? 0) + _count
  }
  const leads = await database.lead.findMany({
    where,
    // The least like spam come first.
    orderBy: [{ spamScore: 'asc' }, { receivedAt: 'asc' }],
    take: limits.leads,
    select: { ...named, quarantine: true, spamScore: true },
  })
  return {
    count: groups.reduce((sum, { _count }) => sum + _count, 0),
    byReason,
    total: await database.lead.count({ where: quarantined }),
    leads: leads.map((lead) => {
      return { ...nameLead(lead), reasons: lead.quarantine?.split(',') ?? [], score: lead.spamScore }
    }),
  }
}

// A delivery under way has not failed, and a lead that was given up may be handled all the same.
async function readUndelivered(until: Date): Promise<Digest['undelivered']> {
  const channel = { in: [...salesChannels] }
  const waits = { receivedAt: { lt: new Date(until.getTime() - hourMs) } }
  const where: Prisma.LeadWhereInput = {
    OR: [
      { ...waits, deliveries: { some: { channel, dueAt: { not: null } } } },
      { status: 'new', deliveries: { some: { channel, abandonedAt: { not: null } } } },
    ],
  }
  const database = await getDatabase()
  const leads = await database.lead.findMany({
    where,
    orderBy: { receivedAt: 'asc' },
    take: limits.leads,
    select: named,
  })
  return { count: await database.lead.count({ where }), leads: leads.map(nameLead) }
}

async function readUnanswered(lastAskedAt: Span): Promise<Digest['unanswered']> {
  const database = await getDatabase()
  const where = { lastAskedAt }
  const questions = await database.unansweredQuestion.findMany({
    where,
    orderBy: [{ count: 'desc' }, { lastAskedAt: 'asc' }],
    take: limits.questions,
    select: { text: true, language: true, count: true },
  })
  return { count: await database.unansweredQuestion.count({ where }), questions }
}

type ListedLead = Prisma.LeadGetPayload<{ select: typeof named }>

function nameLead({ id, receivedAt, company, source, name, email, phone }: ListedLead): NamedLead {
  return {
    id,
    reference: referenceOf(id),
    receivedAt,
    // A conversation may know only its visitor's address or number.
    company: company || source,
    name: name || [email, phone].filter(Boolean).join(' '),
  }
}
