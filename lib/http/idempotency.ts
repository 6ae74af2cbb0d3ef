import { randomUUID } from 'node:crypto'

/**
 * The request's `Idempotency-Key`, or undefined when it is no key. A caller that sends none gets a fresh one: its
 * request is then stored once for each time it is sent.
 */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key') ?? randomUUID()
  return /^[\w-]{16,128}$/.test(key) ? key : undefined
}
