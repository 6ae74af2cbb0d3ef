import { createHash, randomUUID } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isUniqueConflict } from '@/lib/database/faults'
import type { Contact } from './schema'

export type Receipt = { id: string; receivedAt: Date }

/**
 * Stores a lead as one row and returns its receipt once the row is durable. The same key with the same fields
 * returns the first receipt again; with other fields it returns 'key_reused'. With suspicions the lead is held back. Throws when the database is away.
 */
export async function saveContact(
  contact: Contact,
  idempotencyKey: string,
  suspicions?: string[],
): Promise<Receipt | 'key_reused'> {
  const database = await getDatabase()
  const bodyHash = hashContact(contact)
  const { honeypot: _, ...fields } = contact
  const now = new Date()
  const quarantine = suspicions?.join(',') ?? null
  const dueAt = quarantine ? null : now
  const delivery = { mailNextAt: dueAt, webhookNextAt: dueAt }
  const lead = { id: randomUUID(), idempotencyKey, bodyHash, receivedAt: now, quarantine, ...fields, ...delivery }
  try {
    return await database.lead.create({ data: lead, select: { id: true, receivedAt: true } })
  } catch (error) {
    if (!isUniqueConflict(error)) throw error
  }
  const select = { id: true, receivedAt: true, bodyHash: true }
  const { bodyHash: firstHash, ...first } = await database.lead.findUniqueOrThrow({ where: { idempotencyKey }, select })
  return firstHash === bodyHash ? first : 'key_reused'
}

function hashContact({ name, email, company, phone, message, language }: Contact): string {
  return createHash('sha256')
    .update(JSON.stringify([name, email, company, phone, message, language]))
    .digest('hex')
}

/** The newest leads first, at most `limit` of them, as the operators' list shows them. */
export async function listContacts(limit: number) {
  const database = await getDatabase()
  return database.lead.findMany({
    orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
    take: limit,
    select: {
      id: true,
      receivedAt: true,
      name: true,
      email: true,
      company: true,
      phone: true,
      message: true,
      language: true,
      quarantine: true,
      mailDeliveredAt: true,
      webhookDeliveredAt: true,
    },
  })
}
