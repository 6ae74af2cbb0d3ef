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

const running = new Set()
process.on('exit', () => stopRunning('SIGTERM'))

/**
 * Resolves to the command's exit code. Several may run at once: when told to stop meanwhile, this process ends with the
 * last of them.
 */
export async function run(command, args, environment = {}, stdout = 'inherit', stderr = 'inherit') {
  onStop(stopRunning)
  const child = spawn(command, args, {
    stdio: ['ignore', stdout, stderr],
    env: childEnvironment(environment),
    shell: process.platform === 'win32',
  })
  running.add(child)
  if (stoppedBy()) child.kill(stoppedBy())
  const code = await new Promise((resolve) => {
    child.once('error', (error) => fail(`${command} could not be started: ${error.message}`))
    child.once('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  running.delete(child)
  if (running.size === 0) {
    if (stoppedBy()) exitBy(stoppedBy())
    onStop(exitBy)
  } else if (stoppedBy()) await new Promise(() => {})
  return code
}

function stopRunning(signal) {
  for (const child of running) child.kill(signal)
}

/** @param {Record<string, string | undefined>} added */
export function childEnvironment(added) {
  return { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...added }
}

export function bin(name) {
  return join('node_modules', '.bin', name)
}
