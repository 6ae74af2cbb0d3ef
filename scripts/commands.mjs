// How scripts run commands, and what they say meanwhile.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { exitBy, onStop, stoppedBy } from './stop.mjs'

/** Ends the process with one clear sentence. */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Says what is being done, as it may take a while. */
export function announce(step) {
  process.stdout.write(`→ ${step}\n`)
}

/** Runs a command to its end and resolves to its exit code. Told to stop meanwhile, this process ends with the command. */
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

/**
 * The environment of this process, and what a child is to have besides.
 * @param {Record<string, string | undefined>} added
 */
export function childEnvironment(added) {
  return { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...added }
}

/** The path of an installed package's command. */
export function bin(name) {
  return join('node_modules', '.bin', name)
}
