import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { log } from '@/lib/log'
import { countRequest } from '@/lib/metrics/request-metrics'
import { beginRequestSpan } from '@/lib/tracing'
import { pathOf } from './request'
import { kindOf } from './request-kind'

const maxPathCharacters = 300

type Start = { id: string; at: number; bytes: number }

/**
 * Gives a request an id, and counts and logs it when it is over: never its query or body, which a visitor may have
 * typed.
 */
export function watchRequest(request: IncomingMessage, response: ServerResponse): string {
  const { socket } = request
  const start = { id: randomUUID(), at: performance.now(), bytes: socket.bytesWritten }
  const path = pathOf(request)
  const kind = kindOf(path)
  const endSpan = beginRequestSpan(start.id, request.method ?? '', kind)
  response.once('close', () => {
    const ms = performance.now() - start.at
    const status = response.headersSent ? response.statusCode : 0
    countRequest(kind, status, ms / 1000)
    endSpan?.({
      attributes: { 'http.response.status_code': status },
      error: status === 0 || status >= 500 ? String(status) : undefined,
    })
    const level = path.startsWith('/_next/') ? 'debug' : 'info'
    if (log.isLevelEnabled(level)) log[level](detailsOf(request, response, socket, start, ms), 'answered')
  })
  return start.id
}

function detailsOf(request: IncomingMessage, response: ServerResponse, socket: Socket, start: Start, ms: number) {
  return {
    request: start.id,
    method: request.method,
    path: pathOf(request).slice(0, maxPathCharacters),
    status: response.headersSent ? response.statusCode : null,
    ms: Math.round(ms),
    bytes: socket.bytesWritten - start.bytes,
    // The client left, or was cut off, before the whole answer.
    ...(!response.writableFinished && { unfinished: true }),
  }
}
