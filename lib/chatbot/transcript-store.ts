import { getDatabase } from '@/lib/database/client'
import type { Attempt, Item } from '@/lib/delivery/queue'

/** A conversation whose visitor asked to be contacted, due to be mailed to sales. */
export type DueTranscript = Item & { language: string }

/** The conversations that are due, the longest waiting first. */
export async function findDueTranscripts(now: Date, limit: number): Promise<DueTranscript[]> {
  const database = await getDatabase()
  const sessions = await database.chatSession.findMany({
    where: { mailNextAt: { lte: now } },
    orderBy: { mailNextAt: 'asc' },
    take: limit,
    select: { id: true, language: true, startedAt: true, mailAttempts: true, mailNextAt: true },
  })
  return sessions.map(({ id, language, startedAt, mailAttempts, mailNextAt }) => ({
    id,
    language,
    since: startedAt,
    attempts: mailAttempts,
    nextAt: mailNextAt ?? now,
  }))
}

/** Claims a due conversation until a moment, by one conditional UPDATE. */
export async function leaseTranscript(due: DueTranscript, until: Date): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.chatSession.updateMany({
    where: { id: due.id, mailNextAt: due.nextAt },
    data: { mailNextAt: until, mailAttempts: due.attempts + 1 },
  })
  return count === 1
}

/** Records what became of an attempt to mail a conversation; of one that is due anew only that it was delivered. */
export async function recordTranscript({ id }: DueTranscript, leasedUntil: Date, attempt: Attempt) {
  const { nextAt, deliveredAt, abandonedAt, lastError } = attempt
  const database = await getDatabase()
  const data = {
    mailNextAt: nextAt,
    ...(deliveredAt && { mailDeliveredAt: deliveredAt }),
    ...(abandonedAt && { mailAbandonedAt: abandonedAt }),
    ...(lastError !== undefined && { mailLastError: lastError }),
  }
  const { count } = await database.chatSession.updateMany({ where: { id, mailNextAt: leasedUntil }, data })
  if (count > 0 || !deliveredAt) return
  const delivered = { mailDeliveredAt: deliveredAt, mailLastError: null }
  await database.chatSession.updateMany({ where: { id }, data: delivered })
}
