import { env } from '@/lib/env'
import { findTraces } from '@/lib/leads/erase-store'
import type { Query } from '@/lib/operator/console-paths'

/**
 * The people and programs that have a key, and what is stored of the email
 * address in the query.
 */
export async function loadAdmin(query: Query) {
  const email = String(query.email ?? '').trim()
  const isAddress = /^\S+@\S+$/.test(email)
  return {
    people: [
      ...env.OPERATOR_KEYS.map(({ name }) => ({ name, isMachine: false })),
      ...env.MACHINE_KEYS.map(({ name }) => ({ name, isMachine: true })),
    ],
    email,
    traces: isAddress ? await findTraces(email) : undefined,
  }
}
