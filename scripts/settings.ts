// The only script that reads process.env: scripts run before lib/env.ts can check the settings.
import { buildSettingNames } from '../lib/settings'

export function readSettings(): NodeJS.Dict<string> {
  return process.env
}

export function changeSettings(settings: NodeJS.Dict<string>): void {
  Object.assign(process.env, settings)
}

export function readBuildSettings(): [name: string, value: string][] {
  return buildSettingNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
}

export function childEnvironment(added: NodeJS.Dict<string>): NodeJS.ProcessEnv {
  return { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...added } as NodeJS.ProcessEnv
}

export function buildFolder(): string {
  return process.env.BUILD_FOLDER || '.build'
}

export function readPort(): number | undefined {
  const port = Number(process.env.PORT || 3000)
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
}
