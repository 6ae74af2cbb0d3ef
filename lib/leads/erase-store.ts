import { getDatabase } from '@/lib/database/client'
import { lowerAscii } from './email-key'

/** Deletes all leads of an e-mail address, in any spelling of its letters' case, and returns how many there were. */
export async function eraseByEmail(email: string): Promise<number> {
  const database = await getDatabase()
  await database.$executeRaw`
    DELETE FROM "LeadEvent"
    WHERE "leadId" IN (SELECT "id" FROM "Lead" WHERE lower("email") = ${lowerAscii(email)})`
  return database.$executeRaw`DELETE FROM "Lead" WHERE lower("email") = ${lowerAscii(email)}`
}

export async function deleteOlderThan(moment: Date): Promise<number> {
  const database = await getDatabase()
  await database.$executeRaw`
    DELETE FROM "LeadEvent" WHERE "leadId" IN (SELECT "id" FROM "Lead" WHERE "receivedAt" < ${moment})`
  const { count } = await database.lead.deleteMany({ where: { receivedAt: { lt: moment } } })
  return count
}

/** How many leads of an e-mail address there are. */
export async function countByEmail(email: string): Promise<number> {
  const database = await getDatabase()
  const [row] = await database.$queryRaw<{ leads: bigint }[]>`
    SELECT count(*) AS "leads" FROM "Lead" WHERE lower("email") = ${lowerAscii(email)}`
  return Number(row?.leads ?? 0)
}

/** Deletes one lead with its history. Returns how many there were. */
export async function eraseById(id: string): Promise<number> {
  const database = await getDatabase()
  await database.leadEvent.deleteMany({ where: { leadId: id } })
  const { count } = await database.lead.deleteMany({ where: { id } })
  return count
}
