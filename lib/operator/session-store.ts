import { getDatabase } from '@/lib/database/client'
import { minuteMs } from '@/lib/durations'
import { type SignInMethod, sessionLives } from './session-lives'

export async function createSession(session: {
  tokenHash: string
  operator: string
  browser: string | null
  method: SignInMethod
}) {
  const database = await getDatabase()
  const now = new Date()
  const data = { ...session, createdAt: now, lastSeenAt: now }
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
  const lives = Object.entries(sessionLives).map(
    ([method, { idleMs, absoluteMs }]) => ({
      method,
      lastSeenAt: within(idleMs),
      createdAt: within(absoluteMs),
    }),
  )
  return { revokedAt: null, OR: lives }
}

const maxAheadMs = 20 * minuteMs

/**
 * Rejects times far in the future, because a session from a clock that was
 * ahead would otherwise last too long.
 */
function within(milliseconds: number) {
  const now = Date.now()
  return {
    gt: new Date(now - milliseconds),
    lt: new Date(now + maxAheadMs),
  }
}

type SessionFilter = { operator?: string; tokenHash?: string | { not: string } }

export async function revokeSessions(filter: SessionFilter): Promise<number> {
  const database = await getDatabase()
  const where = { ...filter, ...alive() }
  return (
    await database.operatorSession.updateMany({
      where,
      data: { revokedAt: new Date() },
    })
  ).count
}
