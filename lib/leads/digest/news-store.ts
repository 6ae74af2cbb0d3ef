import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { salesChannels } from '@/lib/leads/delivery/channels'
import { abandoned, oldestUndelivered, undelivered } from '@/lib/leads/list-store'
import type { DueDigest } from './store'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** The first moment since another at which there was something to tell; undefined where there is nothing. */
export async function firstNews(since: Date): Promise<Date | undefined> {
  const database = await getDatabase()
  const lead = await database.lead.findFirst({
    where: { receivedAt: { gte: since } },
    orderBy: { receivedAt: 'asc' },
    select: { receivedAt: true },
  })
  const question = await database.unansweredQuestion.findFirst({
    where: { lastAskedAt: { gte: since } },
    orderBy: { lastAskedAt: 'asc' },
    select: { lastAskedAt: true },
  })
  const moments = [lead?.receivedAt, question?.lastAskedAt, await oldestUndelivered(), await firstAbandoned(since)]
  const times = moments.flatMap((moment) => (moment ? [moment.getTime()] : []))
  return times.length > 0 ? new Date(Math.min(...times)) : undefined
}

async function firstAbandoned(since: Date): Promise<Date | undefined> {
  const database = await getDatabase()
  const lately = { OR: salesChannels.map((channel) => ({ [`${channel}AbandonedAt`]: { gte: since } })) }
  const where = { AND: [abandoned, lately] }
  return (await database.lead.findFirst({ where, select: { id: true } })) ? since : undefined
}

const listed = {
  id: true,
  receivedAt: true,
  company: true,
  source: true,
  email: true,
  phone: true,
  name: true,
  quarantine: true,
  spamScore: true,
} satisfies Prisma.LeadSelect

export type ListedLead = Prisma.LeadGetPayload<{ select: typeof listed }>

/** Read when the digest is sent, so that released and erased leads are not in it. */
export async function readNews({ coversFrom, coversUntil }: DueDigest, limits: { leads: number; questions: number }) {
  // The first digest ever tells of a day: what is older than that is no news, but for the quarantine.
  const since = coversFrom.getTime() > 0 ? coversFrom : new Date(coversUntil.getTime() - dayMs)
  const database = await getDatabase()
  const received = await database.lead.count({
    where: { quarantine: null, receivedAt: { gte: since, lt: coversUntil } },
  })
  return {
    since,
    received,
    quarantined: await readQuarantined({ gte: coversFrom, lt: coversUntil }, limits.leads),
    undelivered: await readUndelivered(coversUntil, limits.leads),
    unanswered: await readUnanswered({ gte: since, lt: coversUntil }, limits.questions),
  }
}

type Span = { gte: Date; lt: Date }

// The least like spam come first.
async function readQuarantined(receivedAt: Span, limit: number) {
  const database = await getDatabase()
  const where = { quarantine: { not: null }, receivedAt }
  const groups = await database.lead.groupBy({ by: ['quarantine'], where, _count: true })
  const leads = await database.lead.findMany({
    where,
    orderBy: [{ spamScore: 'asc' }, { receivedAt: 'asc' }],
    take: limit,
    select: listed,
  })
  const total = await database.lead.count({ where: { quarantine: { not: null } } })
  return {
    groups: groups.map(({ quarantine, _count }) => ({ reasons: quarantine?.split(',') ?? [], count: _count })),
    leads,
    total,
  }
}

// A delivery under way is none that failed; what was given up and is dealt with otherwise is no news either.
async function readUndelivered(until: Date, limit: number) {
  const database = await getDatabase()
  const waits = { AND: [undelivered, { receivedAt: { lt: new Date(until.getTime() - hourMs) } }] }
  const where: Prisma.LeadWhereInput = { OR: [waits, { AND: [abandoned, { status: 'new' }] }] }
  const leads = await database.lead.findMany({ where, orderBy: { receivedAt: 'asc' }, take: limit, select: listed })
  return { count: await database.lead.count({ where }), leads }
}

async function readUnanswered(lastAskedAt: Span, limit: number) {
  const database = await getDatabase()
  const where = { lastAskedAt }
  const questions = await database.unansweredQuestion.findMany({
    where,
    orderBy: [{ count: 'desc' }, { lastAskedAt: 'asc' }],
    take: limit,
    select: { text: true, language: true, count: true },
  })
  return { count: await database.unansweredQuestion.count({ where }), questions }
}
