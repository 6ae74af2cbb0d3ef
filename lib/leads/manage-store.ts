import { getDatabase } from '@/lib/database/client'
import { recordEvent } from './event-store'
import type { LeadStatus } from './query'

/** Marks a lead as handled, or as new again. False when it is so already, or gone. */
export async function setStatus(id: string, status: LeadStatus, operator: string): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.lead.updateMany({ where: { id, status: { not: status } }, data: { status } })
  if (count > 0) await recordEvent(id, { kind: status === 'handled' ? 'handled' : 'reopened', operator })
  return count > 0
}

/** Gives a lead to whoever answers it, or to nobody. False when it is so already, or gone. */
export async function setOwner(id: string, owner: string | null, operator: string): Promise<boolean> {
  const database = await getDatabase()
  const others = owner === null ? { owner: { not: null } } : { OR: [{ owner: null }, { owner: { not: owner } }] }
  const { count } = await database.lead.updateMany({ where: { id, ...others }, data: { owner } })
  if (count > 0) await recordEvent(id, { kind: 'assigned', operator, detail: owner })
  return count > 0
}

/** Replaces a lead's note where it is still what was read; 'note_changed' where it is another one by now. */
export async function setNote(
  id: string,
  { note, previous }: { note: string; previous: string },
  operator: string,
): Promise<'noted' | 'noted_already' | 'note_changed'> {
  const database = await getDatabase()
  if (note !== previous) {
    const { count } = await database.lead.updateMany({ where: { id, note: previous }, data: { note } })
    if (count > 0) {
      await recordEvent(id, { kind: 'noted', operator })
      return 'noted'
    }
  }
  const lead = await database.lead.findUnique({ where: { id }, select: { note: true } })
  return lead?.note === note ? 'noted_already' : 'note_changed'
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
