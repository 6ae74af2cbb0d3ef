import { randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import type { Prisma } from '@/lib/database/generated/client'
import { contextFields } from '@/lib/leads/context'
import { channels } from '@/lib/leads/delivery/channels'
import { recordEvent } from '@/lib/leads/event-store'
import { searchTextOf } from '@/lib/leads/search-text'
import { validContact } from '../../../tests/support/contact'
import { sampleConversations } from './sample-chats'

/** Leads that states are shown with, by what is special about them. */
export const sampleLeads = {
  quarantined: '0a000000-0000-4000-8000-000000000001',
  eventful: '0a000000-0000-4000-8000-000000000002',
  waiting: '0a000000-0000-4000-8000-000000000003',
  abandoned: '0a000000-0000-4000-8000-000000000004',
  chat: '0a000000-0000-4000-8000-000000000005',
}

const reasons = 'honeypot,hasty,forged_token,many_links,markup,repeated_text,disposable_email,flood'

/** One code of each kind of error that a delivery ends with. */
const errors = [
  'SMTP 550',
  'SMTP 451',
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'CERT_HAS_EXPIRED',
  'EAUTH',
  'SITE_STOPPED',
  'EUNKNOWN',
]

const operator = 'alice'
const hourMs = 60 * 60_000
const others = 51

/** Leads in every state, and more than a page of them. */
export async function fillLeads() {
  const now = Date.now()
  for (let number = 1; number <= others; number++) {
    await save({ id: randomUUID(), receivedAt: new Date(now - number * hourMs), mailDeliveredAt: new Date() })
  }
  await save({ id: sampleLeads.quarantined, quarantine: reasons, spamScore: 9, context: fullContext() })
  await saveEventful()
  await save({
    id: sampleLeads.waiting,
    receivedAt: new Date(now - 2 * hourMs),
    ...onEachChannel({ NextAt: new Date(now + hourMs), Attempts: 2 }),
  })
  await save({
    id: sampleLeads.abandoned,
    status: 'handled',
    receivedAt: new Date(now - 2 * hourMs),
    ...onEachChannel({ AbandonedAt: new Date(), Attempts: 9, LastError: 'SMTP 550' }),
  })
  await save({ id: randomUUID(), ...nobody })
  await saveChat()
}

const nobody = { name: '', email: '', company: '', phone: '' }

async function saveChat() {
  const conversation = sampleConversations.whole
  const lead = { ...nobody, phone: validContact.phone, message: 'Visitor: Could somebody call us about custody?' }
  const source = { source: 'chat', idempotencyKey: `chat:${conversation}`, updatedAt: new Date() }
  await save({ id: sampleLeads.chat, ...lead, ...source })
}

async function saveEventful() {
  const id = sampleLeads.eventful
  const delivered = { mailDeliveredAt: new Date(), mailAttempts: 1 }
  await save({ id, owner: operator, note: 'Called back.', context: fullContext(), ...delivered })
  await recordEvent(id, { kind: 'released', operator, detail: reasons })
  for (const kind of ['retried', 'handled', 'reopened', 'noted'] as const) await recordEvent(id, { kind, operator })
  for (const detail of [operator, null]) await recordEvent(id, { kind: 'assigned', operator, detail })
  for (const detail of errors) await recordEvent(id, { kind: 'attempted', channel: 'mail', detail })
  for (const channel of channels) await recordEvent(id, { kind: 'attempted', channel, detail: null })
}

async function save({ id, ...given }: Partial<Prisma.LeadCreateInput> & { id: string }) {
  const { honeypot, ...contact } = validContact
  const row = { ...contact, receivedAt: new Date(), ...given }
  const data = { idempotencyKey: id, bodyHash: '', emailKey: row.email, ...row, id, searchText: searchTextOf(row, id) }
  const database = await getDatabase()
  await database.lead.create({ data, select: { id: true } })
}

function onEachChannel(columns: Record<string, Date | number | string>): Partial<Prisma.LeadCreateInput> {
  const named = channels.flatMap((channel) =>
    Object.entries(columns).map(([name, value]) => [`${channel}${name}`, value] as const),
  )
  return Object.fromEntries(named)
}

function fullContext(): string {
  const samples = { landing_page: '/', form_page: '/contact', referrer: 'news.example', time_zone: 'Europe/Paris' }
  const all = contextFields.map((field) => [field, field.startsWith('utm_') ? 'autumn' : 'fr-CA'])
  return JSON.stringify({ ...Object.fromEntries(all), ...samples })
}
