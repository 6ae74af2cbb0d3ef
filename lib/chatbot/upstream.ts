import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { z } from 'zod'

const connectMs = 2000
const maxAnswerBytes = 64 * 1024

/** Thrown when the upstream gave no usable answer; the message says why, for the log. */
export class UpstreamFault extends Error {
  override name = 'UpstreamFault'
}

type Call = {
  url: string
  /** Sent as a JSON POST; without it the call is a GET. */
  body?: unknown
  /** The visitor's own request: when it ends, so does this one. */
  signal: AbortSignal
  /** Milliseconds the whole exchange may take. */
  totalMs: number
}

/**
 * Calls an upstream and returns its validated JSON answer. Nothing of the visitor's request goes along. Throws
 * UpstreamFault for no connection within 2 s, a slow, redirecting, failing, oversized, non-JSON or unexpected answer.
 */
export async function callUpstream<T>(call: Call, schema: z.ZodType<T>): Promise<T> {
  const text = await exchange(call)
  const result = schema.safeParse(parseJson(text))
  if (!result.success) throw new UpstreamFault(`unexpected answer at ${result.error.issues[0]?.path.join('.')}`)
  return result.data
}

// node:http follows no redirect and lets the connection have a limit of its own, which fetch does not.
function exchange({ url, body, signal, totalMs }: Call): Promise<string> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    Accept: 'application/json',
    ...(text !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
  }
  const open = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(signal.aborted ? error : new UpstreamFault(error.message))
    const request = open(url, { method: text === undefined ? 'GET' : 'POST', headers })
    limitConnecting(request)
    limitExchange(request, signal, totalMs)
    request.on('error', fail)
    request.on('response', (response) => readBody(response).then(resolve, fail))
    request.end(text)
  })
}

// A timer of our own: Node 20 may collect the signals of AbortSignal.any before they fire (nodejs/node#57736).
function limitExchange(request: ClientRequest, signal: AbortSignal, totalMs: number) {
  const timer = setTimeout(() => request.destroy(new Error('took too long')), totalMs)
  const leave = () => request.destroy(new Error('the visitor left'))
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave)
  request.once('close', () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
  })
}

function limitConnecting(request: ClientRequest) {
  const timer = setTimeout(() => request.destroy(new Error('no connection in time')), connectMs)
  const stop = () => clearTimeout(timer)
  request.once('close', stop)
  request.once('socket', (socket) => {
    if (!socket.connecting) return stop() // kept open from an earlier call
    socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', stop)
  })
}

async function readBody(response: IncomingMessage): Promise<string> {
  try {
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
    if (!/^application\/json\b/i.test(response.headers['content-type'] ?? '')) throw new Error('not JSON by its type')
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength
      if (bytes > maxAnswerBytes) throw new Error('answer too large')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } finally {
    response.destroy()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UpstreamFault('malformed JSON')
  }
}
