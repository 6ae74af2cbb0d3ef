import { eraseSession } from '@/lib/chatbot/store'
import { getDatabase } from '@/lib/database/client'
import { findChatSessions, sessionOf } from './chat-store'
import { lowerAscii } from './email-key'
import { recordEvent } from './event-store'
import type { LeadStatus } from './query'
import { eraseByEmail } from './store'

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

type Erasable = { id: string; email: string }

/** How many leads, and how many conversations, eraseLead() would delete. */
export async function countErasable({ id, email }: Erasable): Promise<{ leads: number; conversations: number }> {
  const sessions = await sessionsOf({ id, email })
  if (email === '') return { leads: 1, conversations: sessions.length }
  const database = await getDatabase()
  const [row] = await database.$queryRaw<{ leads: bigint }[]>`
    SELECT count(*) AS "leads" FROM "Lead" WHERE lower("email") = ${lowerAscii(email)}`
  return { leads: Number(row?.leads ?? 0), conversations: sessions.length }
}

/** Deletes all leads of a lead's address, or it alone where it has none, with their conversations. Returns how many. */
export async function eraseLead({ id, email }: Erasable): Promise<number> {
  for (const session of await sessionsOf({ id, email })) await eraseSession(session)
  if (email !== '') return eraseByEmail(email)
  const database = await getDatabase()
  await database.leadEvent.deleteMany({ where: { leadId: id } })
  const { count } = await database.lead.deleteMany({ where: { id } })
  return count
}

async function sessionsOf({ id, email }: Erasable): Promise<string[]> {
  if (email !== '') return findChatSessions(email)
  const session = await sessionOf(id)
  return session ? [session] : []
}
