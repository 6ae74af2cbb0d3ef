import { readFileSync } from 'node:fs'
import { parseEnv as parseFile } from 'node:util'
import { changeEnvironment, type Env, env, environment, parseEnv } from '@/lib/env'
import { log } from '@/lib/log'
import { effectOf } from '@/lib/settings'
import { sharedFunctions } from '@/lib/shared-functions'

/** Where scripts/environment.mjs keeps what it took from .env, as JSON: the rest was set by whoever started this. */
const takenName = 'SETTINGS_FROM_FILE'

type Raw = Record<string, string | undefined>

/** Takes over what .env says now, where a setting came from there and may change. A wrong file changes nothing. */
export async function reloadSettings(file = '.env'): Promise<void> {
  const own = environment()
  const taken: Raw = JSON.parse(own[takenName] ?? '{}')
  try {
    const written: Raw = parseFile(readFileSync(file, 'utf8'))
    // An empty value is the default, wherever it stands.
    const names = Object.keys({ ...taken, ...written }).filter((name) => (own[name] || '') === (taken[name] || ''))
    const wanted = { ...own, ...pick(written, names) }
    const next = parseEnv(wanted)
    const changed = changedNames(env, next)
    const applied = changed.filter((name) => effectOf(name) === 'reload')
    const operators = env.OPERATOR_KEYS
    const changes = pick(wanted, applied)
    changeEnvironment({ ...changes, [takenName]: JSON.stringify({ ...taken, ...changes }) })
    log.info({ applied, afterStart: changed.filter((name) => !applied.includes(name)) }, 'settings reloaded')
    await endSessions(operators)
  } catch (error) {
    log.error(`settings not reloaded, all stay as they were: ${(error as Error).message}`)
  }
}

function pick(from: Raw, names: string[]): Raw {
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}

function changedNames(before: Env, after: Env): (keyof Env)[] {
  const names = Object.keys({ ...before, ...after }) as (keyof Env)[]
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

// A session belongs to the key that it was opened with, though it only knows the operator's name.
async function endSessions(before: Env['OPERATOR_KEYS']) {
  const kept = new Set(env.OPERATOR_KEYS.map(({ name, key }) => `${name}:${key}`))
  for (const { name, key } of before) {
    if (kept.has(`${name}:${key}`)) continue
    try {
      const ended = await sharedFunctions().endSessionsOf(name)
      log.info({ operator: name, ended }, 'operator key gone: its sessions were ended')
    } catch (error) {
      log.error({ operator: name, error: (error as Error).name }, 'sessions of a key that is gone could not be ended')
    }
  }
}
