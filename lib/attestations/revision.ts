import { getDatabase } from '@/lib/database/client'

/**
 * A text that differs after every change of the reports, by whichever process: reports and events are only ever added.
 * The newest ids tell apart databases with as many rows, such as a restored one.
 */
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
