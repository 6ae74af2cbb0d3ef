import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/env'

/**
 * Returns a keyed hash of a text, which nobody can compute without APP_SECRET.
 * The text begins with its purpose, so that a hash made for one purpose is not
 * valid for another.
 */
export function signWithSecret(text: string): string {
  return createHmac('sha256', env.APP_SECRET).update(text).digest('base64url')
}

export function isSignedWithSecret(text: string, signature: string): boolean {
  const expected = Buffer.from(signWithSecret(text))
  // Compares the lengths in bytes, because a character may take several bytes.
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
