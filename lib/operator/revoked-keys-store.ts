import { getDatabase } from '@/lib/database/client'

/**
 * Refuses a key from now on, even on servers that still have it in their
 * environment.
 */
export async function revokeKey(keyHash: string, operator: string) {
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
  return (await listRevoked([keyHash])).length > 0
}

/** Returns which of the keys are revoked. */
export async function listRevoked(keyHashes: string[]): Promise<string[]> {
  const database = await getDatabase()
  const rows = await database.revokedKey.findMany({
    where: { keyHash: { in: keyHashes } },
    select: { keyHash: true },
  })
  return rows.map(({ keyHash }) => keyHash)
}
