import { findTraces } from '@/lib/leads/erase-store'
import type { Query } from '@/lib/operator/console-paths'
import { listAccepted } from '@/lib/operator/keys'
import { countPasskeys } from '@/lib/operator/passkey-store'
import { isAddress } from './leads/load-list'

/**
 * Loads the people and programs whose keys are accepted, and what is stored
 * about the e-mail address in the query.
 */
export async function loadAdmin(query: Query) {
  const email = String(query.email ?? '').trim()
  const passkeys = await countPasskeys()
  const operators = await listAccepted('OPERATOR_KEYS')
  const machines = await listAccepted('MACHINE_KEYS')
  return {
    people: [
      ...operators.map((name) => {
        return { name, isMachine: false, passkeys: passkeys.get(name) ?? 0 }
      }),
      ...machines.map((name) => ({ name, isMachine: true, passkeys: 0 })),
    ],
    email,
    traces: isAddress(email) ? await findTraces(email) : undefined,
  }
}
