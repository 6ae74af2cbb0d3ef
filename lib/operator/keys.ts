import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/env'

/** The name of the operator whose key this is, or undefined. */
export function findOperator(key: string): string | undefined {
  // Compares digests over all keys, so that the time taken says nothing about any of them.
  const matches = env.OPERATOR_KEYS.filter((operator) => timingSafeEqual(digest(operator.key), digest(key)))
  return matches[0]?.name
}

/** SHA-256 of a key or of a session's token, in hexadecimal: what the database keeps of either. */
export function hashSecret(secret: string): string {
  return digest(secret).toString('hex')
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
