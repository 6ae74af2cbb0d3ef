// The server's own log lines: requests, and whatever else would be written to the console.
import { randomUUID } from 'node:crypto'
import { stripVTControlCharacters } from 'node:util'
import pino from 'pino'
import { logFormat, requestIds } from '../../lib/log-format.mjs'

export const log = pino({ ...logFormat, level: process.env.LOG_LEVEL || 'info' })

const maxText = 300

/**
 * Answers a request under an id of its own, which its log lines and its answer carry, and logs it once it is over:
 * never its query or body, which may hold what a visitor typed.
 */
export function logRequest(request, response, answer) {
  const id = randomUUID()
  const { socket } = request
  const start = { at: performance.now(), bytes: socket.bytesWritten }
  response.setHeader('X-Request-Id', id)
  response.once('close', () => requestIds.run(id, () => logAnswer(request, response, socket, start)))
  requestIds.run(id, answer)
}

function logAnswer(request, response, socket, start) {
  const path = request.url.split('?')[0].slice(0, maxText)
  const details = {
    method: request.method,
    path,
    status: response.headersSent ? response.statusCode : null,
    ms: Math.round(performance.now() - start.at),
    bytes: socket.bytesWritten - start.bytes,
    // The client left, or was cut off, before it had its whole answer.
    ...(!response.writableFinished && { unfinished: true }),
  }
  log[path.startsWith('/_next/') ? 'debug' : 'info'](details, 'answered')
}

const rarelyMs = 60_000

/** Makes a warning that is logged at most once a minute, with how many times it was due since then. */
export function createRareWarning(message) {
  const state = { times: 0, loggedAt: Number.NEGATIVE_INFINITY }
  return () => {
    state.times++
    if (performance.now() - state.loggedAt < rarelyMs) return
    log.warn({ times: state.times }, message)
    Object.assign(state, { times: 0, loggedAt: performance.now() })
  }
}

/** From now on what Next, Node and the packages write to the console becomes log lines. */
export function logConsole() {
  const levels = { log: 'info', info: 'info', debug: 'debug', trace: 'debug', warn: 'warn', error: 'error' }
  for (const [method, level] of Object.entries(levels)) {
    console[method] = (...parts) => log[level](detailsOf(parts), textOf(parts))
  }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn(detailsOf([warning]), 'process warning'))
}

// An error's message may quote what a visitor typed or a secret: only its kind and its places are kept.
function detailsOf(parts) {
  const error = parts.find((part) => part instanceof Error)
  if (!error) return {}
  const { name, code, digest, stack, cause } = error
  const places = stack?.split('\n').filter((line) => /^ +at /.test(line))
  return { error: name, code, digest, stack: places, ...(cause instanceof Error && { cause: cause.name }) }
}

function textOf(parts) {
  const text = parts.filter((part) => typeof part === 'string').join(' ')
  return stripVTControlCharacters(text).replace(/\?\S+/g, '?…').trim().slice(0, maxText)
}
