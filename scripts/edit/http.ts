import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'

export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
) => void | Promise<void>

/** By method and path, such as `GET /_edit/text`. */
export type Routes = Record<string, Handler>

type Status = 400 | 403 | 404 | 405 | 409 | 422 | 500

/** A failure with a sentence for the person who edits, and data for the page. */
export class EditError extends Error {
  constructor(
    readonly status: Status,
    message: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

const maxBytes = 4 * 1024 * 1024

/** The parsed body of a request. Throws EditError. */
export async function readJson<Schema extends z.ZodType>(
  request: IncomingMessage,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > maxBytes) throw new EditError(400, 'This is too large: at most 4 MB can be sent at once.')
    parts.push(part)
  }
  const { success, data } = schema.safeParse(parse(Buffer.concat(parts).toString('utf8')))
  if (!success) throw new EditError(400, 'This page is out of date. Reload it and try again.')
  return data
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
