import { closeSync, openSync } from 'node:fs'
import { isatty } from 'node:tty'

const hadTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor))

/** Whether this process was started in a terminal that is closed by now: SIGHUP then means that, and no reload. */
export function isTerminalClosed() {
  if (!hadTerminal) return false
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return false
  } catch {
    return true
  }
}
