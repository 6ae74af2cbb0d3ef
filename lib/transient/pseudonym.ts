import { createHmac } from 'node:crypto'
import { env } from '@/lib/env'

/** Stands for an address, a mailbox or a text where it is counted: without APP_SECRET nobody can tell what it was. */
export function pseudonymOf(kind: string, text: string): string {
  return createHmac('sha256', env.APP_SECRET).update(`${kind}:${text}`).digest('base64url')
}
