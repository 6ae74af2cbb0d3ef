import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { officeDay } from '@/lib/i18n/offices'
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
import {
  cursorAfter,
  type LeadQuery,
  type LeadState,
  noOwner,
  type Position,
} from './query'

const select = {
  ...leadColumns,
  idempotencyKey: true,
  quarantine: true,
  spamScore: true,
  deliveries: { select: deliveryColumns },
} satisfies Prisma.LeadSelect

export type StoredLead = Prisma.LeadGetPayload<{ select: typeof select }>

type Direction = 'forward' | 'back'

/**
 * Returns the leads of a query, plus an extra lead if there are more than its
 * limit.
 */
export function listLeads(
  query: LeadQuery,
  direction: Direction = 'forward',
): Promise<StoredLead[]> {
  const count = query.limit + 1
  return takeLeads(count, readLeads(query, count, direction))
}

/** Reads all leads of a query, regardless of its limit. */
export async function* readLeads(
  query: LeadQuery,
  rows?: number,
  direction: Direction = 'forward',
) {
  const isDescending = (query.order === 'newest') === (direction === 'forward')
  yield* scanLeads(await whereOf(query), isDescending, query.cursor, rows)
}

export async function takeLeads(
  count: number,
  pages: AsyncIterable<StoredLead[]>,
): Promise<StoredLead[]> {
  const taken: StoredLead[] = []
  for await (const page of pages) {
    taken.push(...page)
    if (taken.length >= count) break
  }
  return taken.slice(0, count)
}

// Limits the leads per statement, because the process is blocked while SQLite
// runs a statement and while Prisma turns rows into objects.
const maxExamined = 2_000
const maxRead = 200

/** Reads in pages the leads after a position that meet a condition. */
export async function* scanLeads(
  where: Where,
  isDescending: boolean,
  from?: Position,
  rows = maxRead,
) {
  const database = await getDatabase()
  const take = Math.min(rows, maxRead)
  for (let start = from; ; ) {
    const { stretch, end } = await nextStretch(where, isDescending, start)
    const page = await database.lead.findMany({
      where: stretch,
      orderBy: orderOf(isDescending),
      take,
      select,
    })
    yield page
    start = page.length === take ? page.at(-1) : end
    if (!start) return
  }
}

/**
 * Narrows a condition to the next leads that one statement may examine. Returns
 * the last of these leads as `end` if others follow.
 */
async function nextStretch(
  where: Where,
  isDescending: boolean,
  start?: Position,
) {
  const database = await getDatabase()
  const { receivedAt = {} } = where
  const rest = { receivedAt, AND: start ? beyond(start, isDescending) : {} }
  const [end, next] = await database.lead.findMany({
    where: rest,
    orderBy: orderOf(isDescending),
    skip: maxExamined - 1,
    take: 2,
    select: { receivedAt: true, id: true },
  })
  return next
    ? { stretch: { AND: [where, rest, beyond(next, !isDescending)] }, end }
    : { stretch: { AND: [where, rest] } }
}

function orderOf(isDescending: boolean): Prisma.LeadOrderByWithRelationInput[] {
  const order = isDescending ? 'desc' : 'asc'
  return [{ receivedAt: order }, { id: order }]
}

// The first condition selects a range of the index, and the second is checked
// within that range.
function beyond(
  { receivedAt, id }: Position,
  isDescending: boolean,
): Prisma.LeadWhereInput {
  return isDescending
    ? {
        receivedAt: { lte: receivedAt },
        OR: [{ receivedAt: { lt: receivedAt } }, { id: { lt: id } }],
      }
    : {
        receivedAt: { gte: receivedAt },
        OR: [{ receivedAt: { gt: receivedAt } }, { id: { gt: id } }],
      }
}

export type LeadPage = { leads: StoredLead[]; previous?: string; next?: string }

export async function pageOfLeads(
  query: LeadQuery,
  direction: Direction,
): Promise<LeadPage> {
  const found = await listLeads(query, direction)
  const leads = found.slice(0, query.limit)
  if (direction === 'back') leads.reverse()
  const [first, last] = [leads[0], leads.at(-1)]
  const isMore = found.length > query.limit
  return {
    leads,
    previous:
      first && (direction === 'back' ? isMore : query.cursor)
        ? cursorAfter(first)
        : undefined,
    next:
      last && (direction === 'back' || isMore) ? cursorAfter(last) : undefined,
  }
}

export async function neighboursOf(lead: Position, query: LeadQuery) {
  const from = { ...query, cursor: lead, limit: 1 }
  const [[previous], [next]] = await Promise.all([
    listLeads(from, 'back'),
    listLeads(from, 'forward'),
  ])
  return { previous: previous?.id, next: next?.id }
}

type LeadFilters = Omit<LeadQuery, 'limit' | 'cursor' | 'format' | 'order'>
type Choices = Omit<LeadFilters, 'since' | 'until'>

export async function countLeads(
  filters: Partial<LeadFilters> = {},
): Promise<number> {
  return countWhere(await whereOf(filters))
}

export async function countWhere(where: Where): Promise<number> {
  const database = await getDatabase()
  let count = 0
  for (let start: Position | undefined; ; ) {
    const { stretch, end } = await nextStretch(where, true, start)
    count += await database.lead.count({ where: stretch })
    if (!end) return count
    start = end
  }
}

type Where = Prisma.LeadWhereInput

// Defines every filter in one place, so that a missing filter is a compile
// error.
const filters: {
  [Name in keyof Choices]-?: (
    value: NonNullable<Choices[Name]>,
  ) => Where | Promise<Where>
} = {
  state: (state) => inState[state],
  status: (status) => ({ status }),
  owner: isOwnedBy,
  reminder: isDue,
  language: (language) => ({ language }),
  // Includes conversations that mention the address, so that everything about a
  // person is found.
  email: (email) => ({
    OR: [
      ...hasLine(email),
      { source: 'chat', searchText: { contains: fold(email) } },
    ],
  }),
  q: (typed) => ({
    AND: searchTermsOf(typed).map((term) => ({
      searchText: { contains: term },
    })),
  }),
}

async function whereOf({
  since,
  until,
  ...asked
}: Partial<LeadFilters>): Promise<Where> {
  const names = (Object.keys(filters) as (keyof Choices)[]).filter(
    (name) => asked[name],
  )
  const chosen = await Promise.all(
    names.map((name) =>
      (filters[name] as (value: unknown) => Where)(asked[name]),
    ),
  )
  return {
    receivedAt: { ...(since && { gte: since }), ...(until && { lt: until }) },
    AND: chosen,
  }
}

function hasLine(text: string): Where[] {
  const line = `${fold(text)}\n`
  return [
    { searchText: { startsWith: line } },
    { searchText: { contains: `\n${line}` } },
  ]
}

/**
 * Selects leads whose reminder is due, from the beginning of its day at the
 * office until the lead is handled.
 */
export function isDue(): Where {
  return { remindOn: { lte: officeDay() }, status: 'new' }
}

/** Defines each state for the list, its counts, the digest and the metrics. */
export const inState = {
  accepted: { quarantine: null },
  quarantined: { quarantine: { not: null } },
  undelivered: { deliveries: { some: toSales('dueAt') } },
  // Leaves out handled leads, because sales have them even if a channel has
  // failed.
  abandoned: {
    status: 'new',
    deliveries: { some: toSales('abandonedAt') },
  },
  delivered: { deliveries: { some: toSales('deliveredAt') } },
} satisfies Record<LeadState, Where>

async function isOwnedBy(owner: string): Promise<Where> {
  if (owner === noOwner) return { owner: null }
  return {
    owner: {
      in: (await listOwners()).filter(
        (name) => fold(name) === fold(owner.trim()),
      ),
    },
  }
}

export async function listOwners(): Promise<string[]> {
  const database = await getDatabase()
  const where = { owner: { not: null } }
  const groups = await database.lead.groupBy({
    by: ['owner'],
    where,
    orderBy: { owner: 'asc' },
    take: 200,
  })
  return groups.flatMap(({ owner }) => owner ?? [])
}

export async function findLead(
  idOrReference: string,
): Promise<StoredLead | null> {
  const database = await getDatabase()
  const where = { id: { startsWith: idOrReference.toLowerCase() } }
  const found = await database.lead.findMany({ where, take: 2, select })
  return found.length === 1 ? (found[0] ?? null) : null
}

const maxRelated = 10

export async function findRelated({
  id,
  email,
  company,
}: StoredLead): Promise<StoredLead[]> {
  const same = [email, company].filter(Boolean).flatMap(hasLine)
  if (same.length === 0) return []
  return takeLeads(
    maxRelated,
    scanLeads({ id: { not: id }, OR: same }, true, undefined, maxRelated),
  )
}

/**
 * Counts leads by `inState`. Reads few rows, because the metrics count often
 * and most leads may be waiting after an outage.
 */
export async function countWaiting(): Promise<
  Record<'undelivered' | 'abandoned' | 'quarantined', number>
> {
  const database = await getDatabase()
  const [found] = await database.$queryRaw<
    { undelivered: bigint; abandoned: bigint }[]
  >`
    SELECT (SELECT count(DISTINCT "leadId") FROM "Delivery" WHERE "channel" <> 'ack' AND "dueAt" IS NOT NULL) AS undelivered,
           (SELECT count(DISTINCT "leadId") FROM "Delivery" JOIN "Lead" ON "Lead"."id" = "leadId"
            WHERE "channel" <> 'ack' AND "abandonedAt" IS NOT NULL AND "status" = 'new') AS abandoned`
  return {
    undelivered: Number(found?.undelivered),
    abandoned: Number(found?.abandoned),
    quarantined: await countQuarantined(),
  }
}

export async function countQuarantined(): Promise<number> {
  const database = await getDatabase()
  return database.lead.count({ where: inState.quarantined })
}

/**
 * Returns the earliest time from which a delivery can have been waiting. A time
 * in the future, set by a clock that was ahead, counts as equally far in the
 * past.
 */
export async function oldestUndelivered(
  now = Date.now(),
): Promise<Date | undefined> {
  const database = await getDatabase()
  const waiting = { where: toSales('dueAt'), select: { queuedAt: true } }
  const first = await database.delivery.findFirst({
    ...waiting,
    orderBy: { queuedAt: 'asc' },
  })
  const last = await database.delivery.findFirst({
    ...waiting,
    orderBy: { queuedAt: 'desc' },
  })
  return first && last
    ? new Date(
        Math.min(first.queuedAt.getTime(), 2 * now - last.queuedAt.getTime()),
      )
    : undefined
}

export async function newestLead(): Promise<Date | undefined> {
  const database = await getDatabase()
  const newest = await database.lead.findFirst({
    orderBy: { receivedAt: 'desc' },
    select: { receivedAt: true },
  })
  return newest?.receivedAt
}

export async function countDeliveries() {
  const database = await getDatabase()
  const countOf = async (where: Prisma.DeliveryWhereInput) => {
    const groups = await database.delivery.groupBy({
      by: ['channel'],
      where,
      _count: true,
    })
    const counts = channels.map((channel) => [
      channel,
      groups.find((group) => group.channel === channel)?._count ?? 0,
    ])
    return Object.fromEntries(counts) as Record<Channel, number>
  }
  const [waiting, abandoned] = [
    await countOf({ dueAt: { not: null } }),
    await countOf({ abandonedAt: { not: null } }),
  ]
  return { leads: await database.lead.count(), waiting, abandoned }
}

export function deliveryOn(
  { deliveries }: { deliveries: Delivery[] },
  channel: Channel,
): Delivery | undefined {
  return deliveries.find((delivery) => delivery.channel === channel)
}

type LeadProgress = Exclude<LeadState, 'accepted'> | 'stored'

export function progressOf(
  lead: Pick<StoredLead, 'quarantine' | 'deliveries'>,
): LeadProgress {
  if (lead.quarantine !== null) return 'quarantined'
  const deliveries = salesChannels.flatMap(
    (channel) => deliveryOn(lead, channel) ?? [],
  )
  if (deliveries.some(({ abandonedAt }) => abandonedAt)) return 'abandoned'
  if (deliveries.some(({ dueAt }) => dueAt)) return 'undelivered'
  return deliveries.some(({ deliveredAt }) => deliveredAt)
    ? 'delivered'
    : 'stored'
}
