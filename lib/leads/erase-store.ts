import { getDatabase } from '@/lib/database/client'
import { salesChannels } from './delivery/channels'
import { lowerAscii } from './email-address'
import { fold } from './search-text'

/** What is stored of an e-mail address: leads, and conversations that contain it anywhere in their text. */
export type Traces = { leads: string[]; sessions: string[] }

const chatPrefix = 'chat:'

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

export async function eraseLeads(ids: string[]): Promise<number> {
  const database = await getDatabase()
  await database.leadEvent.deleteMany({ where: { leadId: { in: ids } } })
  const { count } = await database.lead.deleteMany({ where: { id: { in: ids } } })
  return count
}

const batch = 500

/** Deletes leads received before a moment, except new ones that a channel has still to deliver or gave up. */
export async function deleteOlderThan(moment: Date): Promise<number> {
  const database = await getDatabase()
  const channel = { in: [...salesChannels] }
  const undelivered = { channel, OR: [{ dueAt: { not: null } }, { abandonedAt: { not: null } }] }
  const where = { receivedAt: { lt: moment }, NOT: { status: 'new', deliveries: { some: undelivered } } }
  for (let deleted = 0; ; ) {
    const expired = await database.lead.findMany({ where, take: batch, select: { id: true } })
    if (expired.length === 0) return deleted
    deleted += await eraseLeads(expired.map(({ id }) => id))
  }
}
