import { getDatabase } from '@/lib/database/client'
import { Prisma } from '@/lib/database/generated/client'
import { salesChannels } from './delivery/channels'
import { lowerAscii } from './email-address'
import { fold } from './search-text'

const { sql, join } = Prisma

/** What is stored of an e-mail address: leads, and conversations that contain it anywhere in their text. */
export type Traces = { leads: string[]; sessions: string[] }

const chatPrefix = 'chat:'

/** Finds what is stored of an e-mail address, whatever the case of its letters. */
export async function findTraces(email: string): Promise<Traces> {
  const address = lowerAscii(email.trim())
  if (address === '') return { leads: [], sessions: [] }
  const database = await getDatabase()
  const messages = await database.$queryRaw<{ sessionId: string; content: string }[]>`
    SELECT "sessionId", "content" FROM "ChatMessage" WHERE lower("content") LIKE ${`%${address}%`}`
  const found = await database.lead.findMany({
    where: { searchText: { contains: fold(address) } },
    select: { id: true, idempotencyKey: true, source: true, email: true, message: true },
  })
  const leads = found.filter(({ source, email, message }) => {
    return lowerAscii(email) === address || (source === 'chat' && namesAddress(message, address))
  })
  const named = messages.filter(({ content }) => namesAddress(content, address)).map(({ sessionId }) => sessionId)
  const keys = leads.map(({ idempotencyKey }) => idempotencyKey).filter((key) => key.startsWith(chatPrefix))
  const sessions = [...new Set([...named, ...keys.map((key) => key.slice(chatPrefix.length))])]
  const ofSessions = await database.lead.findMany({
    where: { idempotencyKey: { in: sessions.map((session) => chatPrefix + session) } },
    select: { id: true },
  })
  return { leads: [...new Set([...leads, ...ofSessions].map(({ id }) => id))], sessions }
}

// `ann@example.com` is not contained in `joann@example.com` or `ann@example.com.au`.
function namesAddress(text: string, address: string): boolean {
  const escaped = address.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return new RegExp(`(?<![\\w.+-])${escaped}(?![\\w-]|\\.\\w)`, 'i').test(text)
}

/** Deletes leads with their history and deliveries. Returns how many there were. */
export async function eraseLeads(ids: string[]): Promise<number> {
  const database = await getDatabase()
  await database.leadEvent.deleteMany({ where: { leadId: { in: ids } } })
  const { count } = await database.lead.deleteMany({ where: { id: { in: ids } } })
  return count
}

/** Deletes leads received before a moment, except new ones that a channel has still to deliver or gave up. */
export async function deleteOlderThan(moment: Date): Promise<number> {
  const database = await getDatabase()
  const expired = sql`"receivedAt" < ${moment} AND ("status" = 'handled' OR "id" NOT IN (
    SELECT "leadId" FROM "Delivery" WHERE "channel" IN (${join([...salesChannels])})
    AND ("dueAt" IS NOT NULL OR "abandonedAt" IS NOT NULL)))`
  await database.$executeRaw`DELETE FROM "LeadEvent" WHERE "leadId" IN (SELECT "id" FROM "Lead" WHERE ${expired})`
  return database.$executeRaw`DELETE FROM "Lead" WHERE ${expired}`
}
