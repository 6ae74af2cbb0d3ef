import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { log } from '@/lib/log'
import { requestIds } from '@/lib/request-id'
import { pathOf } from './request'

const maxPathCharacters = 300

type Start = { at: number; bytes: number }

/** Gives a request an id and logs it when it is over: never its query or body, which a visitor may have typed. */
export function logRequest(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
  const id = randomUUID()
  const { socket } = request
  const start = { at: performance.now(), bytes: socket.bytesWritten }
  response.setHeader('X-Request-Id', id)
  response.once('close', () => requestIds.run(id, () => logAnswer(request, response, socket, start)))
  requestIds.run(id, answer)
}

function logAnswer(request: IncomingMessage, response: ServerResponse, socket: Socket, start: Start): void {
  const path = pathOf(request).slice(0, maxPathCharacters)
  const details = {
    method: request.method,
    path,
    status: response.headersSent ? response.statusCode : null,
    ms: Math.round(performance.now() - start.at),
    bytes: socket.bytesWritten - start.bytes,
    // The client left, or was cut off, before the whole answer.
    ...(!response.writableFinished && { unfinished: true }),
  }
  log[path.startsWith('/_next/') ? 'debug' : 'info'](details, 'answered')
}
