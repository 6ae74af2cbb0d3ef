import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import {
  type Channel,
  channels,
  type Delivery,
  deliveryColumns,
  leadColumns,
  salesChannels,
  toSales,
} from './delivery/store'
import { fold, searchTermsOf } from './normalize'
import { cursorAfter, type LeadQuery, type LeadState, noOwner, type Position } from './query'

const select = {
  ...leadColumns,
  quarantine: true,
  spamScore: true,
  deliveries: { select: deliveryColumns },
} satisfies Prisma.LeadSelect

export type StoredLead = Prisma.LeadGetPayload<{ select: typeof select }>

type Direction = 'forward' | 'back'

export async function listLeads(query: LeadQuery, direction: Direction = 'forward'): Promise<StoredLead[]> {
  const isDescending = (query.order === 'newest') === (direction === 'forward')
  const order = isDescending ? 'desc' : 'asc'
  const database = await getDatabase()
  return database.lead.findMany({
    where: { AND: [await whereOf(query), query.cursor ? beyond(query.cursor, isDescending) : {}] },
    orderBy: [{ receivedAt: order }, { id: order }],
    take: query.limit + 1,
    select,
  })
}

// The first condition is a range of the index, in which the second one is looked for in order.
function beyond({ receivedAt, id }: Position, isDescending: boolean): Prisma.LeadWhereInput {
  return isDescending
    ? { receivedAt: { lte: receivedAt }, OR: [{ receivedAt: { lt: receivedAt } }, { id: { lt: id } }] }
    : { receivedAt: { gte: receivedAt }, OR: [{ receivedAt: { gt: receivedAt } }, { id: { gt: id } }] }
}

export type LeadPage = { leads: StoredLead[]; previous?: string; next?: string }

export async function pageOfLeads(query: LeadQuery, direction: Direction): Promise<LeadPage> {
  const found = await listLeads(query, direction)
  const leads = found.slice(0, query.limit)
  if (direction === 'back') leads.reverse()
  const [first, last] = [leads[0], leads.at(-1)]
  const isMore = found.length > query.limit
  return {
    leads,
    previous: first && (direction === 'back' ? isMore : query.cursor) ? cursorAfter(first) : undefined,
    next: last && (direction === 'back' || isMore) ? cursorAfter(last) : undefined,
  }
}

export async function neighboursOf(lead: Position, query: LeadQuery) {
  const from = { ...query, cursor: lead, limit: 1 }
  const [[previous], [next]] = await Promise.all([listLeads(from, 'back'), listLeads(from, 'forward')])
  return { previous: previous?.id, next: next?.id }
}

export async function* readLeads(query: LeadQuery, limit = 500): AsyncGenerator<StoredLead[]> {
  for (let { cursor } = query; ; ) {
    const found = await listLeads({ ...query, cursor, limit })
    yield found.slice(0, limit)
    if (found.length <= limit) return
    cursor = found[limit - 1]
  }
}

type LeadFilters = Omit<LeadQuery, 'limit' | 'cursor' | 'format' | 'order'>

export async function countLeads(filters: Partial<LeadFilters> = {}): Promise<number> {
  const database = await getDatabase()
  return database.lead.count({ where: await whereOf(filters) })
}

type Where = Prisma.LeadWhereInput

// The only place that filters leads: the compiler refuses a filter that is missing here.
const filters: { [Name in keyof LeadFilters]-?: (value: NonNullable<LeadFilters[Name]>) => Where | Promise<Where> } = {
  since: (since) => ({ receivedAt: { gte: since } }),
  until: (until) => ({ receivedAt: { lt: until } }),
  state: (state) => inState[state],
  status: (status) => ({ status }),
  owner: isOwnedBy,
  reminder: () => ({ remindOn: { lte: today() }, status: 'new' }),
  language: (language) => ({ language }),
  // With conversations that mention the address: everything of a person is found by it.
  email: (email) => ({ OR: [...hasLine(email), { source: 'chat', searchText: { contains: fold(email) } }] }),
  q: (typed) => ({ AND: searchTermsOf(typed).map((term) => ({ searchText: { contains: term } })) }),
}

async function whereOf(asked: Partial<LeadFilters>): Promise<Where> {
  const names = (Object.keys(filters) as (keyof LeadFilters)[]).filter((name) => asked[name])
  return { AND: await Promise.all(names.map((name) => (filters[name] as (value: unknown) => Where)(asked[name]))) }
}

function hasLine(text: string): Where[] {
  const line = `${fold(text)}\n`
  return [{ searchText: { startsWith: line } }, { searchText: { contains: `\n${line}` } }]
}

const inState: Record<LeadState, Where> = {
  accepted: { quarantine: null },
  quarantined: { quarantine: { not: null } },
  undelivered: { deliveries: { some: toSales('dueAt') } },
  abandoned: { deliveries: { some: toSales('abandonedAt') } },
  delivered: { deliveries: { some: toSales('deliveredAt') } },
}

async function isOwnedBy(owner: string): Promise<Where> {
  if (owner === noOwner) return { owner: null }
  return { owner: { in: (await listOwners()).filter((name) => fold(name) === fold(owner.trim())) } }
}

export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

export async function listOwners(): Promise<string[]> {
  const database = await getDatabase()
  const where = { owner: { not: null } }
  const groups = await database.lead.groupBy({ by: ['owner'], where, orderBy: { owner: 'asc' }, take: 200 })
  return groups.flatMap(({ owner }) => owner ?? [])
}

export async function findLead(idOrReference: string): Promise<StoredLead | null> {
  const database = await getDatabase()
  const where = { id: { startsWith: idOrReference.toLowerCase() } }
  const found = await database.lead.findMany({ where, take: 2, select })
  return found.length === 1 ? (found[0] ?? null) : null
}

export async function findRelated({ id, email, company }: StoredLead): Promise<StoredLead[]> {
  const same = [email, company].filter(Boolean).flatMap(hasLine)
  if (same.length === 0) return []
  const database = await getDatabase()
  const where = { id: { not: id }, OR: same }
  return database.lead.findMany({ where, orderBy: { receivedAt: 'desc' }, take: 10, select })
}

// By the deliveries, whose indexes contain few: checks of the site's health count often.
export async function countWaiting(): Promise<Record<'undelivered' | 'abandoned' | 'quarantined', number>> {
  const database = await getDatabase()
  const countOf = async (moment: 'dueAt' | 'abandonedAt') =>
    (await database.delivery.groupBy({ by: ['leadId'], where: toSales(moment) })).length
  return {
    undelivered: await countOf('dueAt'),
    abandoned: await countOf('abandonedAt'),
    quarantined: await countLeads({ state: 'quarantined' }),
  }
}

/** When the lead that has been waiting longest was received; undefined if none waits. */
export async function oldestUndelivered(): Promise<Date | undefined> {
  const database = await getDatabase()
  const oldest = await database.delivery.findFirst({
    where: toSales('dueAt'),
    orderBy: { lead: { receivedAt: 'asc' } },
    select: { lead: { select: { receivedAt: true } } },
  })
  return oldest?.lead.receivedAt
}

export async function newestLead(): Promise<Date | undefined> {
  const database = await getDatabase()
  const newest = await database.lead.findFirst({ orderBy: { receivedAt: 'desc' }, select: { receivedAt: true } })
  return newest?.receivedAt
}

export async function countDeliveries() {
  const database = await getDatabase()
  const countOf = async (where: Prisma.DeliveryWhereInput) => {
    const groups = await database.delivery.groupBy({ by: ['channel'], where, _count: true })
    const counts = channels.map((channel) => [channel, groups.find((group) => group.channel === channel)?._count ?? 0])
    return Object.fromEntries(counts) as Record<Channel, number>
  }
  const [waiting, abandoned] = [await countOf({ dueAt: { not: null } }), await countOf({ abandonedAt: { not: null } })]
  return { leads: await database.lead.count(), waiting, abandoned }
}

export function deliveryOn({ deliveries }: { deliveries: Delivery[] }, channel: Channel): Delivery | undefined {
  return deliveries.find((delivery) => delivery.channel === channel)
}

type LeadProgress = Exclude<LeadState, 'accepted'> | 'stored'

export function progressOf(lead: Pick<StoredLead, 'quarantine' | 'deliveries'>): LeadProgress {
  if (lead.quarantine !== null) return 'quarantined'
  const deliveries = salesChannels.flatMap((channel) => deliveryOn(lead, channel) ?? [])
  if (deliveries.some(({ abandonedAt }) => abandonedAt)) return 'abandoned'
  if (deliveries.some(({ dueAt }) => dueAt)) return 'undelivered'
  return deliveries.some(({ deliveredAt }) => deliveredAt) ? 'delivered' : 'stored'
}
