import { getDatabase } from '@/lib/database/client'
import { Prisma } from '@/lib/database/generated/client'
import { type Channel, channels, type SalesChannel, salesChannels } from './delivery/channels'
import { type Delivery, deliveryColumns, leadColumns } from './delivery/store'
import { lowerAscii } from './email-address'
import { cursorAfter, type LeadQuery, type LeadState, leadQuerySchema, noOwner } from './query'
import { fold, searchTermsOf } from './search-text'

const { sql, join } = Prisma

const select = {
  ...leadColumns,
  quarantine: true,
  spamScore: true,
  deliveries: { select: deliveryColumns },
} satisfies Prisma.LeadSelect

export type StoredLead = Prisma.LeadGetPayload<{ select: typeof select }>

/** What a query asks for, without paging. */
export type LeadFilters = Omit<LeadQuery, 'limit' | 'cursor' | 'format' | 'order'>

/** A page of leads in the query's order, one more than the limit if there is a next page. */
export function listLeads(query: LeadQuery): Promise<StoredLead[]> {
  return findLeads(query, 'forward')
}

export type LeadPage = { leads: StoredLead[]; previous?: string; next?: string }

/** The page of leads after a query's cursor, or before it (`back`), with the cursors of the pages beside it. */
export async function pageOfLeads(query: LeadQuery, direction: 'forward' | 'back'): Promise<LeadPage> {
  const found = await findLeads(query, direction)
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

/** The leads before and after one in a query's order. */
export async function neighboursOf(lead: { id: string; receivedAt: Date }, query: LeadQuery) {
  const from = { ...query, cursor: { receivedAt: lead.receivedAt, id: lead.id }, limit: 1 }
  const [previous] = await findIds(from, 'back')
  const [next] = await findIds(from, 'forward')
  return { previous, next }
}

/** All leads of a query in pages: only one page is in memory. */
export async function* readLeads(query: LeadQuery, limit = 500): AsyncGenerator<StoredLead[]> {
  for (let { cursor } = query; ; ) {
    const found = await listLeads({ ...query, cursor, limit })
    const page = found.slice(0, limit)
    if (page.length > 0) yield page
    cursor = page.at(-1)
    if (found.length <= limit) return
  }
}

/** The number of leads that match filters. */
export async function countLeads(filters: Partial<LeadFilters> = {}): Promise<number> {
  const database = await getDatabase()
  const where = await conditionsOf({ ...leadQuerySchema.parse({}), ...filters })
  const [row] = await database.$queryRaw<{ leads: bigint }[]>`
    SELECT count(*) AS "leads" FROM "Lead" WHERE ${join(where, ' AND ')}`
  return Number(row?.leads ?? 0)
}

async function findLeads(query: LeadQuery, direction: 'forward' | 'back'): Promise<StoredLead[]> {
  const database = await getDatabase()
  const ids = await findIds(query, direction)
  const leads = await database.lead.findMany({ where: { id: { in: ids } }, select })
  const byId = new Map(leads.map((lead) => [lead.id, lead]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function findIds(query: LeadQuery, direction: 'forward' | 'back'): Promise<string[]> {
  const isDescending = (query.order === 'newest') === (direction === 'forward')
  const where = await conditionsOf(query)
  if (query.cursor) {
    const { receivedAt, id } = query.cursor
    where.push(sql`("receivedAt", "id") ${isDescending ? sql`<` : sql`>`} (${receivedAt}, ${id})`)
  }
  const by = isDescending ? sql`DESC` : sql`ASC`
  const database = await getDatabase()
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Lead" WHERE ${join(where, ' AND ')}
    ORDER BY "receivedAt" ${by}, "id" ${by} LIMIT ${query.limit + 1}`
  return rows.map(({ id }) => id)
}

type Conditions = { [Name in keyof LeadFilters]-?: (value: NonNullable<LeadFilters[Name]>) => Condition }
type Condition = Prisma.Sql | Promise<Prisma.Sql>

// The only place that filters leads: the compiler refuses a filter that is missing here.
const conditions: Conditions = {
  since: (since) => sql`"receivedAt" >= ${since}`,
  until: (until) => sql`"receivedAt" < ${until}`,
  state: (state) => isInState[state],
  status: (status) => sql`"status" = ${status}`,
  owner: isOwnedBy,
  reminder: () => sql`"remindOn" <= ${today()} AND "status" = 'new'`,
  language: (language) => sql`"language" = ${language}`,
  // With conversations that mention the address: everything of a person is found by it.
  email: (email) => sql`(lower("email") = ${lowerAscii(email)}
    OR "source" = 'chat' AND "searchText" LIKE ${contained(fold(email))} ESCAPE '\\')`,
  q: (typed) => join([sql`1 = 1`, ...searchTermsOf(typed).map(containsTerm)], ' AND '),
}

function conditionsOf(query: LeadFilters): Promise<Prisma.Sql[]> {
  const names = Object.keys(conditions) as (keyof LeadFilters)[]
  const given = names.filter((name) => query[name] !== undefined && query[name] !== '')
  return Promise.all(given.map((name) => (conditions[name] as (value: unknown) => Condition)(query[name])))
}

function containsTerm(term: string): Prisma.Sql {
  return sql`"searchText" LIKE ${contained(term)} ESCAPE '\\'`
}

function contained(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

const isInState: Record<LeadState, Prisma.Sql> = {
  accepted: sql`"quarantine" IS NULL`,
  quarantined: sql`"quarantine" IS NOT NULL`,
  undelivered: onAnyChannel('dueAt'),
  abandoned: onAnyChannel('abandonedAt'),
  delivered: onAnyChannel('deliveredAt'),
}

function onAnyChannel(column: 'dueAt' | 'abandonedAt' | 'deliveredAt'): Prisma.Sql {
  return sql`"id" IN (SELECT "leadId" FROM "Delivery"
    WHERE "channel" IN (${join([...salesChannels])}) AND ${Prisma.raw(`"${column}"`)} IS NOT NULL)`
}

// SQLite knows the case of ASCII letters only.
async function isOwnedBy(owner: string): Promise<Prisma.Sql> {
  if (owner === noOwner) return sql`"owner" IS NULL`
  const names = (await listOwners()).filter((name) => fold(name) === fold(owner.trim()))
  return names.length > 0 ? sql`"owner" IN (${join(names)})` : sql`1 = 0`
}

/** Today's date in UTC, YYYY-MM-DD. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

// Each name is looked up in an index: the time does not grow with the leads.
/** The names that leads were given to, sorted. */
export async function listOwners(): Promise<string[]> {
  const database = await getDatabase()
  const rows = await database.$queryRaw<{ owner: string }[]>`
    WITH RECURSIVE "Names"("owner") AS (
      SELECT min("owner") FROM "Lead" WHERE "owner" IS NOT NULL
      UNION ALL
      SELECT (SELECT min("owner") FROM "Lead" WHERE "owner" > "Names"."owner") FROM "Names" WHERE "owner" IS NOT NULL
    )
    SELECT "owner" FROM "Names" WHERE "owner" IS NOT NULL LIMIT 200`
  return rows.map(({ owner }) => owner)
}

/** The lead of an id or of a reference number; null if there is none, or several with that reference. */
export async function findLead(idOrReference: string): Promise<StoredLead | null> {
  const database = await getDatabase()
  const where = { id: { startsWith: idOrReference.toLowerCase() } }
  const found = await database.lead.findMany({ where, take: 2, select })
  return found.length === 1 ? (found[0] ?? null) : null
}

/** The latest other leads of the same address or company. */
export async function findRelated({ id, email, company }: StoredLead, limit = 10): Promise<StoredLead[]> {
  const database = await getDatabase()
  const same = [
    email && sql`lower("email") = lower(${email})`,
    company && sql`lower("company") = lower(${company})`,
  ].filter((condition) => condition instanceof Prisma.Sql)
  if (same.length === 0) return []
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Lead" WHERE "id" <> ${id} AND (${join(same, ' OR ')})
    ORDER BY "receivedAt" DESC LIMIT ${limit}`
  const where = { id: { in: rows.map((row) => row.id) } }
  return database.lead.findMany({ where, orderBy: { receivedAt: 'desc' }, select })
}

/** The counts of leads that need somebody's attention. */
export async function countWaiting(): Promise<Record<Exclude<LeadState, 'delivered' | 'accepted'>, number>> {
  return {
    undelivered: await countLeads({ state: 'undelivered' }),
    abandoned: await countLeads({ state: 'abandoned' }),
    quarantined: await countLeads({ state: 'quarantined' }),
  }
}

/** When the lead that has been waiting longest was received; undefined if none waits. */
export async function oldestUndelivered(): Promise<Date | undefined> {
  const database = await getDatabase()
  const where = { deliveries: { some: { channel: { in: [...salesChannels] }, dueAt: { not: null } } } }
  const oldest = await database.lead.findFirst({ where, orderBy: { receivedAt: 'asc' }, select: { receivedAt: true } })
  return oldest?.receivedAt
}

/** When the newest lead was received; undefined if there is none. */
export async function newestLead(): Promise<Date | undefined> {
  const database = await getDatabase()
  const newest = await database.lead.findFirst({ orderBy: { receivedAt: 'desc' }, select: { receivedAt: true } })
  return newest?.receivedAt
}

/** The number of leads, and on each channel how many wait or were given up. */
export async function countDeliveries() {
  const database = await getDatabase()
  const waiting = {} as Record<Channel, number>
  const abandoned = {} as Record<SalesChannel, number>
  for (const channel of channels) {
    waiting[channel] = await database.delivery.count({ where: { channel, dueAt: { not: null } } })
  }
  for (const channel of salesChannels) {
    abandoned[channel] = await database.delivery.count({ where: { channel, abandonedAt: { not: null } } })
  }
  return { leads: await database.lead.count(), waiting, abandoned }
}

/** The deliveries of the newest leads that are not in quarantine. */
export async function listDeliveries(
  limit: number,
): Promise<{ id: string; receivedAt: Date; deliveries: Delivery[] }[]> {
  const database = await getDatabase()
  return database.lead.findMany({
    where: { quarantine: null },
    orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
    take: limit,
    select: { id: true, receivedAt: true, deliveries: { select: deliveryColumns } },
  })
}

/** A lead's delivery on a channel; undefined if it was never due there. */
export function deliveryOn({ deliveries }: { deliveries: Delivery[] }, channel: Channel): Delivery | undefined {
  return deliveries.find((delivery) => delivery.channel === channel)
}

type LeadProgress = Exclude<LeadState, 'accepted'> | 'stored'

/** How far a lead has come on its way to sales. */
export function progressOf(lead: Pick<StoredLead, 'quarantine' | 'deliveries'>): LeadProgress {
  if (lead.quarantine !== null) return 'quarantined'
  const deliveries = salesChannels.flatMap((channel) => deliveryOn(lead, channel) ?? [])
  if (deliveries.some(({ abandonedAt }) => abandonedAt)) return 'abandoned'
  if (deliveries.some(({ dueAt }) => dueAt)) return 'undelivered'
  return deliveries.some(({ deliveredAt }) => deliveredAt) ? 'delivered' : 'stored'
}
