import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { officeDay } from '@/lib/i18n/offices'
import { tidyEmail } from '@/lib/typed-text'
import { chatPrefix, findChatLeads } from './chat-store'
import { toSales } from './delivery/store'
import { scanLeads } from './list-store'
import { fold, lowerAscii } from './normalize'

/**
 * The ids of all records of an e-mail address: leads, and conversations that
 * mention it anywhere.
 */
export type Traces = { leads: string[]; sessions: string[] }

export async function findTraces(email: string): Promise<Traces> {
  // Searches for the typed spelling too, because addresses were once stored
  // without being tidied.
  const spellings = new Set([email.trim(), tidyEmail(email)].map(lowerAscii))
  const found = await Promise.all([...spellings].map(findTracesOf))
  const all = (name: keyof Traces) => [
    ...new Set(found.flatMap((traces) => traces[name])),
  ]
  return { leads: all('leads'), sessions: all('sessions') }
}

async function findTracesOf(address: string): Promise<Traces> {
  if (address === '') return { leads: [], sessions: [] }
  const pages = await Array.fromAsync(
    scanLeads({ searchText: { contains: fold(address) } }, true),
  )
  const leads = pages.flat().filter(({ source, email, message }) => {
    return (
      lowerAscii(email) === address ||
      (source === 'chat' && namesAddress(message, address))
    )
  })
  const named = await sessionsNaming(address)
  const keys = leads
    .map(({ idempotencyKey }) => idempotencyKey)
    .filter((key) => key.startsWith(chatPrefix))
  const sessions = [
    ...new Set([...named, ...keys.map((key) => key.slice(chatPrefix.length))]),
  ]
  const ofSessions = await findChatLeads(sessions)
  return {
    leads: [...new Set([...leads.map(({ id }) => id), ...ofSessions.values()])],
    sessions,
  }
}

const messagesRead = 500

async function sessionsNaming(address: string): Promise<string[]> {
  const database = await getDatabase()
  const sessions: string[] = []
  for (let after = ''; ; ) {
    const messages = await database.chatMessage.findMany({
      where: { id: { gt: after } },
      orderBy: { id: 'asc' },
      take: messagesRead,
      select: { id: true, sessionId: true, content: true },
    })
    const named = messages.filter(({ content }) =>
      namesAddress(content, address),
    )
    sessions.push(...named.map(({ sessionId }) => sessionId))
    const last = messages.at(-1)
    if (!last) return sessions
    after = last.id
  }
}

// `ann@example.com` does not match `joann@example.com` or `ann@example.com.au`.
function namesAddress(text: string, address: string): boolean {
  const escaped = address.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return new RegExp(`(?<![\\w.+-])${escaped}(?![\\w-]|\\.\\w)`, 'i').test(text)
}

const leadsErased = 300

export async function eraseLeads(ids: string[]): Promise<number> {
  const database = await getDatabase()
  let erased = 0
  for (let first = 0; first < ids.length; first += leadsErased) {
    const some = { in: ids.slice(first, first + leadsErased) }
    await database.leadEvent.deleteMany({ where: { leadId: some } })
    erased += (await database.lead.deleteMany({ where: { id: some } })).count
  }
  return erased
}

/**
 * Deletes leads received before `until` that are handled or in quarantine.
 * Spares leads that wait for a delivery or have a reminder on or after the day
 * of `now`.
 */
export async function deleteOlderThan(until: Date, now: Date): Promise<number> {
  const today = officeDay(now)
  const isDone = { OR: [{ status: 'handled' }, { quarantine: { not: null } }] }
  const hasNoReminder = {
    OR: [{ remindOn: null }, { remindOn: { lt: today } }],
  }
  const where = {
    receivedAt: { lt: until },
    AND: [isDone, hasNoReminder],
    deliveries: { none: toSales('dueAt') },
  } satisfies Prisma.LeadWhereInput
  let deleted = 0
  for await (const leads of scanLeads(where, false)) {
    deleted += await eraseLeads(leads.map(({ id }) => id))
  }
  return deleted
}
