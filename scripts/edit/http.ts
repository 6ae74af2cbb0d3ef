import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'

export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
) => void | Promise<void>

/** By method and path, such as `GET /_edit/text`; one `*` at the end stands for any rest. */
export type Routes = Record<string, Handler>

type Status = 400 | 403 | 404 | 405 | 409 | 422 | 500

/** An answer that is no success: a sentence for whoever edits, and what else the page is to know. */
export class EditError extends Error {
  constructor(
    readonly status: Status,
    message: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

// An import holds all texts of a language with what surrounds them.
const maxBytes = 10 * 1024 * 1024

/** A request's body. Throws EditError. */
export async function readJson<Schema extends z.ZodType>(
  request: IncomingMessage,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const { success, data } = schema.safeParse(parse(await readBody(request)))
  if (!success) throw new EditError(400, 'The editor sent something that cannot be read. Reload the page.')
  return data
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > maxBytes) throw new EditError(400, 'This is too large: at most 10 MB can be sent at once.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export function sendJson(response: ServerResponse, status: number, value: unknown) {
  send(response, status, 'application/json', JSON.stringify(value))
}

export function send(response: ServerResponse, status: number, type: string, body: string | Buffer) {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(body)
}
