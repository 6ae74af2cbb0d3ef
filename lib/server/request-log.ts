import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { log } from '@/lib/log'
import { pathOf } from './request'

const maxPathCharacters = 300

type Start = { id: string; at: number; bytes: number }

/** Gives a request an id, and logs it when it is over: never its query or body, which a visitor may have typed. */
export function logRequest(request: IncomingMessage, response: ServerResponse): string {
  const id = randomUUID()
  const level = request.url?.startsWith('/_next/') ? 'debug' : 'info'
  if (!log.isLevelEnabled(level)) return id
  const { socket } = request
  const start = { id, at: performance.now(), bytes: socket.bytesWritten }
  response.once('close', () => log[level](detailsOf(request, response, socket, start), 'answered'))
  return id
}

function detailsOf(request: IncomingMessage, response: ServerResponse, socket: Socket, start: Start): object {
  return {
    request: start.id,
    method: request.method,
    path: pathOf(request).slice(0, maxPathCharacters),
    status: response.headersSent ? response.statusCode : null,
    ms: Math.round(performance.now() - start.at),
    bytes: socket.bytesWritten - start.bytes,
    // The client left, or was cut off, before the whole answer.
    ...(!response.writableFinished && { unfinished: true }),
  }
}
