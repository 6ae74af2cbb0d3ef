import { getDatabase } from '@/lib/database/client'
import { Prisma } from '@/lib/database/generated/client'
import { salesChannels } from './delivery/channels'
import type { LeadQuery, LeadState } from './query'
import { searchTermsOf } from './search-text'

const { sql, join } = Prisma

/** Whether a query can leave out so many leads that they are looked for in an index alone. */
export function needsSearch({ q, state, status, owner, language }: LeadQuery): boolean {
  return Boolean(q || status || owner || language || state === 'delivered')
}

// What it names is all in Lead_list_idx: no row is read, of however many leads, before it is one of the page.
/** The ids of a page of leads from its cursor on, in an order of time, one more than the limit when there is a next. */
export async function findIds(query: LeadQuery, order: 'asc' | 'desc'): Promise<string[]> {
  const database = await getDatabase()
  const direction = order === 'desc' ? sql`DESC` : sql`ASC`
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Lead" WHERE ${join(conditionsOf(query, order), ' AND ')}
    ORDER BY "receivedAt" ${direction}, "id" ${direction} LIMIT ${query.limit + 1}`
  return rows.map(({ id }) => id)
}

function conditionsOf({ q = '', since, until, cursor, ...query }: LeadQuery, order: 'asc' | 'desc'): Prisma.Sql[] {
  const { state, status, owner, language, email } = query
  const beyond = order === 'desc' ? sql`<` : sql`>`
  return [
    sql`"receivedAt" >= ${since} AND "receivedAt" < ${until}`,
    cursor && sql`("receivedAt", "id") ${beyond} (${cursor.receivedAt}, ${cursor.id})`,
    state && isInState[state],
    status && sql`"status" = ${status}`,
    owner && sql`"owner" = ${owner}`,
    language && sql`"language" = ${language}`,
    email && sql`"email" = ${email}`,
    ...searchTermsOf(q).map((term) => sql`"searchText" LIKE ${`%${escapeLike(term)}%`} ESCAPE '\\'`),
  ].filter((condition) => condition instanceof Prisma.Sql)
}

const isInState: Record<LeadState, Prisma.Sql> = {
  quarantined: sql`"quarantine" IS NOT NULL`,
  undelivered: onAnyChannel('NextAt'),
  abandoned: onAnyChannel('AbandonedAt'),
  delivered: onAnyChannel('DeliveredAt'),
}

function onAnyChannel(column: string): Prisma.Sql {
  return Prisma.raw(`(${salesChannels.map((channel) => `"${channel}${column}" IS NOT NULL`).join(' OR ')})`)
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
