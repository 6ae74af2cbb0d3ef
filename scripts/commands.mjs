import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { exitBy, onStop, stoppedBy } from './stop.mjs'

export function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

export function announce(step) {
  process.stdout.write(`→ ${step}\n`)
}

/** Resolves to the command's exit code. When told to stop meanwhile, this process ends with the command. */
export async function run(command, args, environment = {}, stdout = 'inherit') {
  const child = spawn(command, args, {
    stdio: ['ignore', stdout, 'inherit'],
    env: childEnvironment(environment),
    shell: process.platform === 'win32',
  })
  onStop((signal) => child.kill(signal))
  const code = await new Promise((resolve) => {
    child.once('error', (error) => fail(`${command} could not be started: ${error.message}`))
    child.once('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  if (stoppedBy()) exitBy(stoppedBy())
  onStop(exitBy)
  return code
}

/** @param {Record<string, string | undefined>} added */
export function childEnvironment(added) {
  return { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...added }
}

export function bin(name) {
  return join('node_modules', '.bin', name)
}
