import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'

/**
 * How long a session lasts, in milliseconds: without a request, and in total.
 */
export const sessionLife = {
  idleMs: 20 * 60_000,
  absoluteMs: 8 * 60 * 60_000,
} as const

export async function createSession(
  tokenHash: string,
  operator: string,
  browser: string | null,
): Promise<void> {
  const database = await getDatabase()
  const now = new Date()
  const data = { tokenHash, operator, createdAt: now, lastSeenAt: now, browser }
  await database.operatorSession.create({ data, select: { tokenHash: true } })
}

/**
 * Returns the operator of a session, or undefined if it is revoked or expired.
 * `touch` restarts its idle time.
 */
export async function findSession(
  tokenHash: string,
  { touch }: { touch: boolean },
): Promise<string | undefined> {
  const database = await getDatabase()
  const where = { tokenHash, ...alive() }
  if (touch)
    await database.operatorSession.updateMany({
      where,
      data: { lastSeenAt: new Date() },
    })
  return (
    await database.operatorSession.findFirst({
      where,
      select: { operator: true },
    })
  )?.operator
}

export async function listSessions(operator: string) {
  const database = await getDatabase()
  return database.operatorSession.findMany({
    where: { operator, ...alive() },
    orderBy: [{ lastSeenAt: 'desc' }, { tokenHash: 'asc' }],
    select: {
      tokenHash: true,
      createdAt: true,
      lastSeenAt: true,
      browser: true,
    },
  })
}

function alive() {
  return {
    revokedAt: null,
    lastSeenAt: within(sessionLife.idleMs),
    createdAt: within(sessionLife.absoluteMs),
  }
}

// Rejects times far in the future, because a session from a clock that was
// ahead would otherwise last too long.
function within(milliseconds: number) {
  const now = Date.now()
  return {
    gt: new Date(now - milliseconds),
    lt: new Date(now + sessionLife.idleMs),
  }
}

type Which = { operator?: string; tokenHash?: string | { not: string } }

export async function revokeSessions(which: Which): Promise<number> {
  const database = await getDatabase()
  const where = { ...which, ...alive() }
  return (
    await database.operatorSession.updateMany({
      where,
      data: { revokedAt: new Date() },
    })
  ).count
}

/**
 * Refuses a key from now on, even on servers that still have it in their
 * environment.
 */
export async function revokeKey(
  keyHash: string,
  operator: string,
): Promise<void> {
  const database = await getDatabase()
  const data = { keyHash, operator, revokedAt: new Date() }
  await database.revokedKey.upsert({
    where: { keyHash },
    create: data,
    update: {},
    select: { keyHash: true },
  })
}

export async function isKeyRevoked(keyHash: string): Promise<boolean> {
  const database = await getDatabase()
  return (
    (await database.revokedKey.findUnique({
      where: { keyHash },
      select: { keyHash: true },
    })) !== null
  )
}

// Codes are accepted one step early or late, so only a clock that was ahead can
// have stored a step later than this.
const maxStepsApart = 2

export async function takeStep(
  operator: string,
  step: number,
): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.operatorCode.updateMany({
    where: {
      operator,
      OR: [{ step: { lt: step } }, { step: { gt: step + maxStepsApart } }],
    },
    data: { step },
  })
  if (count > 0) return true
  return isCreated(
    database.operatorCode.create({
      data: { operator, step },
      select: { operator: true },
    }),
  )
}
