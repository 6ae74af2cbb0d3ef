import { constants } from 'node:os'
import { basename } from 'node:path'
import { readSettings } from './settings.mjs'

const checkParentMs = 1_000
const parent = process.ppid

let stop
let toldBy

/** Calls `handler` once on the first stop signal, instead of an earlier handler. Ctrl+C may arrive several times. */
export function onStop(handler) {
  if (!stop) listen()
  stop = handler
}

export function exitBy(signal) {
  process.exit(128 + constants.signals[signal])
}

export function stoppedBy() {
  return toldBy
}

function listen() {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tell(signal))
  if (!isStartedByNpm()) return
  // An npm that is killed tells nobody; its orphans get another parent.
  setInterval(() => process.ppid !== parent && tell('SIGTERM'), checkParentMs).unref()
}

// A server started in the background of a script may outlive that script.
function isStartedByNpm() {
  return readSettings().npm_lifecycle_script?.includes(basename(process.argv[1] ?? '')) ?? false
}

function tell(signal) {
  if (toldBy) return
  toldBy = signal
  stop(signal)
}
