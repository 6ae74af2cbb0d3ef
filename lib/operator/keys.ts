import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '@/lib/env'

/** The name of the operator whose key the request carries as `Authorization: Bearer KEY`, or undefined. */
export function operatorOf(request: Request): string | undefined {
  const [scheme = '', key = ''] = (request.headers.get('authorization') ?? '').split(' ')
  return scheme.toLowerCase() === 'bearer' ? findOperator(key) : undefined
}

/** Compares digests over all keys, so that the time taken says nothing about any of them. */
function findOperator(key: string): string | undefined {
  const matches = env.OPERATOR_KEYS.filter((operator) => timingSafeEqual(digest(operator.key), digest(key)))
  return matches[0]?.name
}

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}
