import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Loads .env, and remembers what came from there, also for processes that this one starts: a reload may change that. */
export function loadEnvironment() {
  if (!existsSync('.env')) return
  const taken = JSON.parse(process.env.SETTINGS_FROM_FILE ?? '{}')
  const written = parseEnv(readFileSync('.env', 'utf8'))
  const names = Object.keys({ ...taken, ...written }).filter((name) => process.env[name] === taken[name])
  for (const name of names) {
    if (written[name] === undefined) delete process.env[name]
    else process.env[name] = written[name]
  }
  process.env.SETTINGS_FROM_FILE = JSON.stringify(Object.fromEntries(names.map((name) => [name, written[name]])))
}

/** The environment with what .env says now. What was set otherwise stays. */
export function freshEnvironment() {
  loadEnvironment()
  return { ...process.env }
}
