import { randomUUID } from 'node:crypto'

/** The request's `Idempotency-Key`, or undefined when it is no key. A request without one gets a fresh key. */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key') ?? randomUUID()
  return isIdempotencyKey(key) ? key : undefined
}

/** Whether a text may be a key: 16 to 128 letters, digits, hyphens and underscores. */
export function isIdempotencyKey(text: string): boolean {
  return /^[\w-]{16,128}$/.test(text)
}
