import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { parseJson } from '@/lib/text'

export type Routes = Record<string, (request: IncomingMessage, query: URLSearchParams) => unknown>

type Status = 400 | 403 | 404 | 409 | 422 | 500

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

export function withBody<Schema extends z.ZodType>(schema: Schema, work: (body: z.output<Schema>) => unknown) {
  return async (request: IncomingMessage) => {
    const parts: Buffer[] = []
    let bytes = 0
    for await (const part of request) {
      bytes += part.length
      if (bytes > maxBytes) throw new EditError(400, 'This is too large: at most 4 MB can be sent at once.')
      parts.push(part)
    }
    const { success, data } = schema.safeParse(parseJson(Buffer.concat(parts).toString('utf8')))
    if (!success) throw new EditError(400, 'This page is out of date. Reload it and try again.')
    return work(data)
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Does one thing after the other: a save waits for a proposal that is being made. */
export function alone<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  const result = last.then(work)
  last = result.catch(() => {})
  return result
}
