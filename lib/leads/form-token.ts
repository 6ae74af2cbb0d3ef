import { isSignedWithSecret, signWithSecret } from '@/lib/app-secret'

/**
 * Issues a token that says when a visitor started the form:
 * `<milliseconds since 1970>.<HMAC-SHA256>`.
 */
export function issueToken(now = Date.now()): string {
  return `${now}.${signWithSecret(signedText(String(now)))}`
}

/**
 * Returns the milliseconds since the token was issued, or undefined if this
 * site did not issue it. Tokens never expire, because a form may stay open
 * overnight.
 */
export function tokenAge(token: string, now = Date.now()): number | undefined {
  const [issued = '', signed = ''] = token.split('.')
  return isSignedWithSecret(signedText(issued), signed)
    ? now - Number(issued)
    : undefined
}

function signedText(issued: string): string {
  return `contact-form:${issued}`
}
