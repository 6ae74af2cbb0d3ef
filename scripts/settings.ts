// The only script that reads process.env, because scripts run before lib/env.ts
// can check the settings.
import { randomBytes } from 'node:crypto'
// Uses relative paths, because vitest.config.ts loads this file without the
// alias.
import { cleanValue } from '../lib/setting-values'
import { buildSettingNames, settingNames } from '../lib/settings'

/** Whether this command belongs to a release, which has its brand built in. */
export const isRelease = typeof BRAND_FILES === 'string'

/**
 * The settings that a release's pages were built with, which release.ts inserts
 * when it compiles the commands.
 */
export const builtWith: Record<string, string> = JSON.parse(
  process.env.BUILT_WITH ?? '{}',
)

export function readSettings(): NodeJS.Dict<string> {
  return process.env
}

export function changeSettings(settings: NodeJS.Dict<string>) {
  Object.assign(process.env, settings)
}

/** Returns a new value for APP_SECRET or for an operator's key. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Adds the settings of a .env file to those of the environment, which take
 * precedence.
 */
export function loadSettings(file: NodeJS.Dict<string>) {
  changeSettings({ ...file, ...process.env })
  for (const name of settingNames)
    if (process.env[name]) process.env[name] = cleanValue(process.env[name])
}

export function readBuildSettings(): [name: string, value: string][] {
  return buildSettingNames.flatMap((name) =>
    process.env[name] ? [[name, process.env[name]]] : [],
  )
}

/**
 * Returns a script that gives unset settings the values of this build, so that
 * a release keeps its brand wherever it is started. It runs before `cleanValue`
 * is loaded, so it also counts an empty pair of quotation marks as unset.
 */
export function restoreBuildSettings(): string {
  const settings = JSON.stringify(readBuildSettings())
  return `for (const [name, value] of ${settings}) if (/^[\\s"']*$/.test(process.env[name] ?? '')) process.env[name] = value`
}

export function childEnvironment(
  added: NodeJS.Dict<string>,
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: '1',
    ...added,
  } as NodeJS.ProcessEnv
}

export function buildFolder(): string {
  return process.env.BUILD_FOLDER || '.build'
}

export function readPort(): number | undefined {
  const port = Number(process.env.PORT || 3000)
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
}
