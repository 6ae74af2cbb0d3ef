// How a command ends when it is told to: by a signal, or because the npm that started it is gone.
import { constants } from 'node:os'
import { basename } from 'node:path'
import { readSettings } from './settings.mjs'

const checkParentMs = 1_000
const parent = process.ppid

let stop
let toldBy

/**
 * Has `handler` called with a signal, once, when this process is told to stop; it takes the place of an earlier one.
 * Later signals change nothing: Ctrl+C reaches every process of a terminal, and npm passes it on once more.
 */
export function onStop(handler) {
  if (!stop) listen()
  stop = handler
}

/** Ends the process with the exit code that shells give for a signal. */
export function exitBy(signal) {
  process.exit(128 + constants.signals[signal])
}

/** The signal by which this process was told to stop, if it was. */
export function stoppedBy() {
  return toldBy
}

function listen() {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tell(signal))
  if (!isStartedByNpm()) return
  // An npm that is killed outright tells nobody; its orphans get another parent.
  setInterval(() => process.ppid !== parent && tell('SIGTERM'), checkParentMs).unref()
}

// A server that npm started some other way, such as in the background of a script, may outlive that script.
function isStartedByNpm() {
  return readSettings().npm_lifecycle_script?.includes(basename(process.argv[1] ?? '')) ?? false
}

function tell(signal) {
  if (toldBy) return
  toldBy = signal
  stop(signal)
}
