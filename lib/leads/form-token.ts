import { createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/env'

/**
 * Issues a token that says when a visitor started the form:
 * `<milliseconds since 1970>.<HMAC-SHA256>`.
 */
export function issueToken(now = Date.now()): string {
  return `${now}.${signature(String(now))}`
}

/**
 * Returns the milliseconds since the token was issued, or undefined if it is
 * not ours.
 */
export function tokenAge(token: string, now = Date.now()): number | undefined {
  const [issued = '', signed = ''] = token.split('.')
  const expected = Buffer.from(signature(issued))
  // Compares lengths in bytes, because a character may take several.
  const given = Buffer.from(signed)
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return undefined
  return now - Number(issued)
}

function signature(issued: string): string {
  return createHmac('sha256', env.APP_SECRET)
    .update(`contact-form:${issued}`)
    .digest('base64url')
}
