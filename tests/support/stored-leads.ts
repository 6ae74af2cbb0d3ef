import Sqlite from 'better-sqlite3'

type StoredLead = { id: string; email: string; quarantine: string | null; spamScore: number }

/** The rows of leads in the database of this test file. */
export function storedLeads(): StoredLead[] {
  const database = new Sqlite(String(process.env.DATABASE_URL).replace('file:', ''), { readonly: true })
  try {
    return database
      .prepare('SELECT id, email, quarantine, spamScore FROM Lead ORDER BY receivedAt')
      .all() as StoredLead[]
  } finally {
    database.close()
  }
}
