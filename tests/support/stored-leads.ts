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
