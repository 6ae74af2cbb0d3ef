import { getDatabase } from '@/lib/database/client'

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
