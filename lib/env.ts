import 'server-only'
import { parseSettings } from './parse-settings'
import type { Env } from './settings'

export type { Env } from './settings'

/** The message is one sentence that names every invalid setting. */
export class EnvError extends Error {
  override name = 'EnvError'
}

export function parseEnv(source: Record<string, string | undefined>): Env {
  const { settings, problems } = parseSettings(source)
  if (settings) return Object.freeze(settings)
  throw new EnvError(`Invalid settings (.env): ${problems.join('; ')}.`)
}

const current = { ...parseEnv(process.env) }

export const env: Env = current

export function copyOfEnvironment(): Record<string, string | undefined> {
  return { ...process.env }
}

/**
 * Changes this process's environment, for tests; `undefined` unsets a variable.
 */
export function changeEnvironment(changed: Record<string, string | undefined>) {
  for (const [name, value] of Object.entries(changed)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  // Removes the old settings first, because parseEnv omits unset ones.
  for (const name of Object.keys(current)) Reflect.deleteProperty(current, name)
  Object.assign(current, parseEnv(process.env))
}

/**
 * Returns the descriptor of a listening socket that systemd has opened for this
 * process (sd_listen_fds(3)), if any.
 */
export function inheritedSocket(): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = process.env
  return Number(LISTEN_PID) === process.pid && Number(LISTEN_FDS) > 0
    ? 3
    : undefined
}
