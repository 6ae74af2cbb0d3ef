import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'

/** A session's life, in milliseconds: without a request, and altogether. */
export const sessionLife = { idleMs: 20 * 60_000, absoluteMs: 8 * 60 * 60_000 } as const

export async function createSession(tokenHash: string, operator: string, browser: string | null): Promise<void> {
  const database = await getDatabase()
  const now = new Date()
  await database.operatorSession.deleteMany({ where: { createdAt: { lte: before(now, sessionLife.absoluteMs) } } })
  const data = { tokenHash, operator, createdAt: now, lastSeenAt: now, browser }
  await database.operatorSession.create({ data, select: { tokenHash: true } })
}

/** The operator of a session that is neither revoked nor expired, or undefined. With `touch` its idle time starts anew. */
export async function findSession(tokenHash: string, { touch }: { touch: boolean }): Promise<string | undefined> {
  const database = await getDatabase()
  const where = { tokenHash, ...alive() }
  if (touch) await database.operatorSession.updateMany({ where, data: { lastSeenAt: new Date() } })
  return (await database.operatorSession.findFirst({ where, select: { operator: true } }))?.operator
}

export async function listSessions(operator: string) {
  const database = await getDatabase()
  return database.operatorSession.findMany({
    where: { operator, ...alive() },
    orderBy: [{ lastSeenAt: 'desc' }, { tokenHash: 'asc' }],
    select: { tokenHash: true, createdAt: true, lastSeenAt: true, browser: true },
  })
}

function alive() {
  const now = new Date()
  return {
    revokedAt: null,
    lastSeenAt: { gt: before(now, sessionLife.idleMs) },
    createdAt: { gt: before(now, sessionLife.absoluteMs) },
  }
}

function before(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() - milliseconds)
}

type Which = { operator?: string; tokenHash?: string | { not: string } }

export async function revokeSessions(which: Which): Promise<number> {
  const database = await getDatabase()
  const where = { ...which, ...alive() }
  return (await database.operatorSession.updateMany({ where, data: { revokedAt: new Date() } })).count
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

export async function takeStep(operator: string, step: number): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.operatorCode.updateMany({
    where: { operator, step: { lt: step } },
    data: { step },
  })
  if (count > 0) return true
  return isCreated(database.operatorCode.create({ data: { operator, step }, select: { operator: true } }))
}
