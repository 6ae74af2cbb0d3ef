import { openTestDatabase } from './test-database'

type StoredLead = { id: string; email: string; quarantine: string | null; spamScore: number }

/** The rows of leads in the database of this test file. */
export function storedLeads(): StoredLead[] {
  const database = openTestDatabase()
  try {
    return database
      .prepare('SELECT id, email, quarantine, spamScore FROM Lead ORDER BY receivedAt')
      .all() as StoredLead[]
  } finally {
    database.close()
  }
}

type Delivery = {
  channel: string
  attempts: number
  queuedAt: string
  dueAt: string | null
  deliveredAt: string | null
  abandonedAt: string | null
  lastError: string | null
}

/** The deliveries of a lead, or of the only one, by their channels. */
export function deliveriesOf(leadId?: string): Record<string, Delivery> {
  const database = openTestDatabase()
  try {
    const where = leadId === undefined ? '' : `WHERE leadId = '${leadId}'`
    const rows = database.prepare(`SELECT * FROM Delivery ${where}`).all() as Delivery[]
    return Object.fromEntries(rows.map((row) => [row.channel, row]))
  } finally {
    database.close()
  }
}

/** A time as Prisma's adapter writes it. */
export function storedTime(moment: number | Date): string {
  return new Date(moment).toISOString().replace('Z', '+00:00')
}
