import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { channels, deliveryColumns, salesChannels } from './delivery/channels'
import { leadColumns } from './delivery/store'
import { cursorAfter, type LeadQuery, type LeadState } from './query'
import { findIds, needsSearch } from './search-store'

const select = {
  ...leadColumns,
  quarantine: true,
  spamScore: true,
  ...deliveryColumns,
} satisfies Prisma.LeadSelect

export type StoredLead = Prisma.LeadGetPayload<{ select: typeof select }>

// Any value at all, as a range: SQLite searches an index for it, which it does not for IS NOT NULL.
const anyText = { gte: '' }
const anyTime = { gte: new Date(0) }

const onAnyChannel = (column: 'NextAt' | 'DeliveredAt' | 'AbandonedAt') => ({
  OR: salesChannels.map((channel) => ({ [`${channel}${column}`]: { not: null } })),
})

// In the words of Lead_undelivered_idx and Lead_abandoned_idx, which hold these leads only and are not recognized by others.
export const undelivered: Prisma.LeadWhereInput = { receivedAt: anyTime, ...onAnyChannel('NextAt') }
export const abandoned: Prisma.LeadWhereInput = { receivedAt: anyTime, ...onAnyChannel('AbandonedAt') }

const whereState: Record<LeadState, Prisma.LeadWhereInput> = {
  quarantined: { quarantine: anyText },
  undelivered,
  abandoned,
  delivered: onAnyChannel('DeliveredAt'),
}

/** A page of leads, newest first, one more than the limit when there is a next page. */
export function listLeads(query: LeadQuery): Promise<StoredLead[]> {
  return findLeads(query, 'desc')
}

export type LeadPage = { leads: StoredLead[]; newer?: string; older?: string }

/** A page of leads, newest first, before its cursor or (`newer`) after it, with the cursors of the pages beside it. */
export async function pageOfLeads(query: LeadQuery, direction: 'older' | 'newer'): Promise<LeadPage> {
  const found = await findLeads(query, direction === 'older' ? 'desc' : 'asc')
  const leads = found.slice(0, query.limit)
  if (direction === 'newer') leads.reverse()
  const [first, last] = [leads[0], leads.at(-1)]
  const isMore = found.length > query.limit
  return {
    leads,
    newer: first && (direction === 'newer' ? isMore : query.cursor) ? cursorAfter(first) : undefined,
    older: last && (direction === 'newer' || isMore) ? cursorAfter(last) : undefined,
  }
}

async function findLeads(query: LeadQuery, order: 'asc' | 'desc'): Promise<StoredLead[]> {
  const orderBy: Prisma.LeadOrderByWithRelationInput[] = [{ receivedAt: order }, { id: order }]
  const database = await getDatabase()
  if (!needsSearch(query)) {
    return database.lead.findMany({ where: whereQuery(query, order), orderBy, take: query.limit + 1, select })
  }
  const ids = await findIds(query, order)
  return database.lead.findMany({ where: { id: { in: ids } }, orderBy, select })
}

/** All leads of a query, newest first, in pages: no more than one is in memory. */
export async function* readLeads(query: LeadQuery, limit = 500): AsyncGenerator<StoredLead[]> {
  for (let { cursor } = query; ; ) {
    const found = await listLeads({ ...query, cursor, limit })
    const page = found.slice(0, limit)
    if (page.length > 0) yield page
    cursor = page.at(-1)
    if (found.length <= limit) return
  }
}

function whereQuery(query: LeadQuery, order: 'asc' | 'desc'): Prisma.LeadWhereInput {
  const conditions: Prisma.LeadWhereInput[] = [{ receivedAt: { gte: query.since, lt: query.until } }]
  if (query.state) conditions.push(whereState[query.state])
  if (query.email) conditions.push({ email: query.email })
  if (query.cursor) {
    const { receivedAt, id } = query.cursor
    const beyond = order === 'desc' ? 'lt' : 'gt'
    conditions.push({ OR: [{ receivedAt: { [beyond]: receivedAt } }, { receivedAt, id: { [beyond]: id } }] })
  }
  return { AND: conditions }
}

/** The lead of an id or of a reference number, or null when there is none (or several of that reference). */
export async function findLead(idOrReference: string): Promise<StoredLead | null> {
  const database = await getDatabase()
  const where = { id: { startsWith: idOrReference.toLowerCase() } }
  const found = await database.lead.findMany({ where, take: 2, select })
  return found.length === 1 ? (found[0] ?? null) : null
}

export async function countQuarantined(): Promise<number> {
  const database = await getDatabase()
  return database.lead.count({ where: whereState.quarantined })
}

export async function countLeads(): Promise<Record<Exclude<LeadState, 'delivered'>, number>> {
  const database = await getDatabase()
  const count = (state: LeadState) => database.lead.count({ where: whereState[state] })
  return {
    undelivered: await count('undelivered'),
    abandoned: await count('abandoned'),
    quarantined: await count('quarantined'),
  }
}

/** When the lead was received that has been waiting longest; undefined where none waits. */
export async function oldestUndelivered(): Promise<Date | undefined> {
  const database = await getDatabase()
  const orderBy: Prisma.LeadOrderByWithRelationInput[] = [{ receivedAt: 'asc' }, { id: 'asc' }]
  const oldest = await database.lead.findFirst({
    where: whereState.undelivered,
    orderBy,
    select: { receivedAt: true },
  })
  return oldest?.receivedAt
}

/** When the newest lead was received; undefined where there is none. */
export async function newestLead(): Promise<Date | undefined> {
  const database = await getDatabase()
  const newest = await database.lead.findFirst({ orderBy: { receivedAt: 'desc' }, select: { receivedAt: true } })
  return newest?.receivedAt
}

/** How many leads there are, and on each channel how many wait or were given up. */
export async function countDeliveries() {
  const database = await getDatabase()
  const waiting: Record<string, number> = {}
  const givenUp: Record<string, number> = {}
  for (const channel of channels)
    waiting[channel] = await database.lead.count({ where: { [`${channel}NextAt`]: anyTime } })
  for (const channel of salesChannels) {
    const where = { AND: [abandoned, { [`${channel}AbandonedAt`]: { not: null } }] }
    givenUp[channel] = await database.lead.count({ where })
  }
  return { leads: await database.lead.count(), waiting, abandoned: givenUp }
}
