import { closeSync, openSync } from 'node:fs'
import { isatty } from 'node:tty'
import { changeEnvironment } from '@/lib/env'

const hadTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor))

/** Whether this process was started in a terminal that is closed by now: SIGHUP then means that, and no reload. */
export function isTerminalClosed(): boolean {
  if (!hadTerminal) return false
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return false
  } catch {
    return true
  }
}

/** Stops the site as SIGTERM does. Nothing is written any more: pino tries a terminal that is gone for ever. */
export function stopWithTerminal(): void {
  changeEnvironment({ LOG_LEVEL: 'silent' })
  process.prependListener('exit', () => process.kill(process.pid, 'SIGKILL'))
  process.kill(process.pid, 'SIGTERM')
}
