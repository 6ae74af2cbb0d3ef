import { getDatabase } from '@/lib/database/client'

// Rows are only ever added, so the counts show each change; the newest ids tell a restored database apart.
/** A text that differs after every change of the reports, by whichever process. */
export async function reportsRevision(): Promise<string> {
  const database = await getDatabase()
  const newest = { select: { id: true }, take: 1 }
  const parts = await Promise.all([
    database.attestation.count(),
    database.attestation.findMany({ ...newest, orderBy: { createdAt: 'desc' } }),
    database.attestationEvent.count(),
    database.attestationEvent.findMany({ ...newest, orderBy: { at: 'desc' } }),
  ])
  return JSON.stringify(parts)
}
