import { getDatabase } from '@/lib/database/client'
import { sessionLife } from './session-life'

/** Stores a session under the hash of its token, and forgets the sessions that are over anyway. */
export async function createSession(tokenHash: string, operator: string): Promise<void> {
  const database = await getDatabase()
  const now = new Date()
  await database.operatorSession.deleteMany({ where: { createdAt: { lte: before(now, sessionLife.absoluteMs) } } })
  const data = { tokenHash, operator, createdAt: now, lastSeenAt: now }
  await database.operatorSession.create({ data, select: { tokenHash: true } })
}

/** The operator of a session that is neither revoked nor expired, or undefined. Does not count as activity. */
export async function findSession(tokenHash: string): Promise<string | undefined> {
  const database = await getDatabase()
  const session = await database.operatorSession.findFirst({ where: alive(tokenHash), select: { operator: true } })
  return session?.operator
}

/** As findSession, and starts the session's idle time anew. */
export async function continueSession(tokenHash: string): Promise<string | undefined> {
  const database = await getDatabase()
  await database.operatorSession.updateMany({ where: alive(tokenHash), data: { lastSeenAt: new Date() } })
  return findSession(tokenHash)
}

function alive(tokenHash: string) {
  const now = new Date()
  return {
    tokenHash,
    revokedAt: null,
    lastSeenAt: { gt: before(now, sessionLife.idleMs) },
    createdAt: { gt: before(now, sessionLife.absoluteMs) },
  }
}

function before(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() - milliseconds)
}

export async function revokeSession(tokenHash: string): Promise<void> {
  const database = await getDatabase()
  await database.operatorSession.updateMany({ where: { tokenHash, revokedAt: null }, data: { revokedAt: new Date() } })
}

/** Ends all sessions of an operator at once and returns how many there were. */
export async function revokeSessionsOf(operator: string): Promise<number> {
  const database = await getDatabase()
  const now = new Date()
  const where = { operator, revokedAt: null, lastSeenAt: { gt: before(now, sessionLife.idleMs) } }
  const { count } = await database.operatorSession.updateMany({ where, data: { revokedAt: now } })
  return count
}

/** Refuses a key from now on, also on servers that still have it in their environment. */
export async function revokeKey(keyHash: string, operator: string): Promise<void> {
  const database = await getDatabase()
  const data = { keyHash, operator, revokedAt: new Date() }
  await database.revokedKey.upsert({ where: { keyHash }, create: data, update: {}, select: { keyHash: true } })
}

export async function isKeyRevoked(keyHash: string): Promise<boolean> {
  const database = await getDatabase()
  return (await database.revokedKey.findUnique({ where: { keyHash }, select: { keyHash: true } })) !== null
}
