import { env } from '@/lib/env'
import { findTraces } from '@/lib/leads/erase-store'
import type { Query } from '@/lib/operator/console-paths'
import { countPasskeys } from '@/lib/operator/passkey-store'
import { isAddress } from './leads/load-list'

/**
 * Loads the people and programs that have a key, and what is stored about the
 * e-mail address in the query.
 */
export async function loadAdmin(query: Query) {
  const email = String(query.email ?? '').trim()
  const passkeys = await countPasskeys()
  return {
    people: [
      ...env.OPERATOR_KEYS.map(({ name }) => {
        return { name, isMachine: false, passkeys: passkeys.get(name) ?? 0 }
      }),
      ...env.MACHINE_KEYS.map(({ name }) => {
        return { name, isMachine: true, passkeys: 0 }
      }),
    ],
    email,
    traces: isAddress(email) ? await findTraces(email) : undefined,
  }
}
