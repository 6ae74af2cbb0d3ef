import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import { passkeyObstacle, relyingPartyId } from './relying-party'

/**
 * Ignores passkeys that were made for another host name. Browsers do not offer
 * them here, so counting them would lock their operators out.
 */
function usable(where: { operator?: string; id?: string }) {
  return { ...where, rpId: relyingPartyId() }
}

export async function hasPasskeys(operator: string): Promise<boolean> {
  if (passkeyObstacle()) return false
  const database = await getDatabase()
  return (
    (await database.operatorPasskey.count({ where: usable({ operator }) })) > 0
  )
}

export type ListedPasskey = Awaited<ReturnType<typeof listPasskeys>>[number]

export async function listPasskeys(operator: string) {
  const database = await getDatabase()
  return database.operatorPasskey.findMany({
    where: usable({ operator }),
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      name: true,
      transports: true,
      createdAt: true,
      lastUsedAt: true,
    },
  })
}

export async function countPasskeys(): Promise<ReadonlyMap<string, number>> {
  const database = await getDatabase()
  const groups = await database.operatorPasskey.groupBy({
    by: ['operator'],
    where: usable({}),
    _count: true,
  })
  return new Map(groups.map(({ operator, _count }) => [operator, _count]))
}

type NewPasskey = {
  id: string
  operator: string
  name: string
  publicKey: string
  counter: number
  transports: string
}

/** Returns false if the passkey is already stored. */
export async function savePasskey(passkey: NewPasskey): Promise<boolean> {
  const database = await getDatabase()
  const data = { ...passkey, rpId: relyingPartyId(), createdAt: new Date() }
  return isCreated(
    database.operatorPasskey.create({ data, select: { id: true } }),
  )
}

export async function findPasskey(id: string) {
  const database = await getDatabase()
  return database.operatorPasskey.findFirst({
    where: usable({ id }),
    select: { id: true, operator: true, publicKey: true, counter: true },
  })
}

/**
 * Records a sign-in. Returns false if the passkey was used after `askedAt`,
 * when the browser was asked, so that no response from a browser counts twice.
 */
export async function recordUse(
  id: string,
  counter: number,
  askedAt: Date,
): Promise<boolean> {
  const database = await getDatabase()
  const now = new Date()
  // Accepts a last use in the future, because a clock that was ahead recorded
  // it.
  const unused = [
    { lastUsedAt: null },
    { lastUsedAt: { lt: askedAt } },
    { lastUsedAt: { gt: now } },
  ]
  const { count } = await database.operatorPasskey.updateMany({
    where: { id, OR: unused },
    data: { lastUsedAt: now, counter },
  })
  return count > 0
}

export async function renamePasskey(
  operator: string,
  id: string,
  name: string,
): Promise<boolean> {
  const database = await getDatabase()
  const { count } = await database.operatorPasskey.updateMany({
    where: { operator, id },
    data: { name },
  })
  return count > 0
}

/**
 * Removes one passkey of an operator, or all. Returns how many were removed.
 */
export async function removePasskeys(
  operator: string,
  id?: string,
): Promise<number> {
  const database = await getDatabase()
  const { count } = await database.operatorPasskey.deleteMany({
    where: id === undefined ? { operator } : { operator, id },
  })
  return count
}
