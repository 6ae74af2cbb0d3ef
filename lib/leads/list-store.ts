import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { type Where, whereLine, whereOf } from './conditions-store'
import { deliveryColumns, leadColumns } from './delivery/delivery-store'
import { cursorAfter, type LeadQuery, type Position } from './query'
import { foldForSearch } from './search-text'

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
  const order = isDescending ? 'desc' : 'asc'
  yield* scanLeads(await whereOf(query), { order, from: query.cursor, rows })
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

// The most leads per statement, because the process is blocked while SQLite
// runs a statement and while Prisma turns rows into objects.
const maxExamined = 2_000
const maxRead = 200

type Order = 'asc' | 'desc'

/**
 * Reads, page by page, the leads that follow a position and meet a condition:
 * the oldest first, unless `order` says otherwise.
 */
export async function* scanLeads(
  where: Where,
  {
    order = 'asc',
    from,
    rows = maxRead,
  }: { order?: Order; from?: Position; rows?: number } = {},
) {
  const database = await getDatabase()
  const take = Math.min(rows, maxRead)
  let position = from
  do {
    const { window, lastExamined } = await nextWindow(where, order, position)
    const page = await database.lead.findMany({
      where: window,
      orderBy: [{ receivedAt: order }, { id: order }],
      take,
      select,
    })
    yield page
    // If the page is full, the window may contain more leads.
    position = page.length === take ? page.at(-1) : lastExamined
  } while (position)
}

/**
 * Narrows a condition to the next leads that one statement may examine: those
 * after `from`, up to `lastExamined`, which is undefined if no lead is beyond
 * it.
 *
 *     from | 1, 2, …, 1999, lastExamined | firstBeyond, …
 */
export async function nextWindow(where: Where, order: Order, from?: Position) {
  const database = await getDatabase()
  const { receivedAt = {} } = where
  // Selects the leads to examine by the index alone, whether or not they meet
  // the rest of the condition.
  const afterFrom = { receivedAt, AND: from ? whereAfter(from, order) : {} }
  const [lastExamined, firstBeyond] = await database.lead.findMany({
    where: afterFrom,
    orderBy: [{ receivedAt: order }, { id: order }],
    skip: maxExamined - 1,
    take: 2,
    select: { receivedAt: true, id: true },
  })
  if (!firstBeyond) return { window: { AND: [where, afterFrom] } }
  const beforeBeyond = whereAfter(firstBeyond, order === 'asc' ? 'desc' : 'asc')
  return { window: { AND: [where, afterFrom, beforeBeyond] }, lastExamined }
}

/**
 * Returns the condition for leads after a position. Its first part selects a
 * range of the index, and the second is checked within that range.
 */
function whereAfter({ receivedAt, id }: Position, order: Order): Where {
  return order === 'desc'
    ? {
        receivedAt: { lte: receivedAt },
        OR: [{ receivedAt: { lt: receivedAt } }, { id: { lt: id } }],
      }
    : {
        receivedAt: { gte: receivedAt },
        OR: [{ receivedAt: { gt: receivedAt } }, { id: { gt: id } }],
      }
}

export type LeadListPage = {
  leads: StoredLead[]
  previous?: string
  next?: string
}

export async function pageOfLeads(
  query: LeadQuery,
  direction: Direction,
): Promise<LeadListPage> {
  const listed = await listLeads(query, direction)
  const leads = listed.slice(0, query.limit)
  if (direction === 'back') leads.reverse()
  const [first, last] = [leads[0], leads.at(-1)]
  const isMore = listed.length > query.limit
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

export async function neighborsOf(lead: Position, query: LeadQuery) {
  const from = { ...query, cursor: lead, limit: 1 }
  const [[previous], [next]] = await Promise.all([
    listLeads(from, 'back'),
    listLeads(from, 'forward'),
  ])
  return { previous: previous?.id, next: next?.id }
}

export async function findLead(
  idOrReference: string,
): Promise<StoredLead | null> {
  const database = await getDatabase()
  const where = { id: { startsWith: idOrReference.toLowerCase() } }
  const matches = await database.lead.findMany({ where, take: 2, select })
  return matches.length === 1 ? (matches[0] ?? null) : null
}

const maxRelated = 10

export async function findRelated(lead: StoredLead): Promise<StoredLead[]> {
  const lines = [lead.email, lead.company].filter(Boolean).flatMap(whereLine)
  if (lines.length === 0) return []
  return takeLeads(maxRelated, readRelated(lead, lines))
}

async function* readRelated(
  { id, email, company }: StoredLead,
  lines: Where[],
) {
  const isSame = (one: string, other: string) =>
    one !== '' && foldForSearch(one) === foldForSearch(other)
  const pages = scanLeads(
    { id: { not: id }, OR: lines },
    { order: 'desc', rows: maxRelated },
  )
  // Leaves out leads that contain the e-mail address or company only in a name,
  // a message or a note.
  for await (const page of pages)
    yield page.filter(
      (other) => isSame(email, other.email) || isSame(company, other.company),
    )
}
