import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { z } from 'zod'
import { runSerially } from '@/lib/serial-queue'
import { parseJson } from '@/lib/text'

export type Routes = Record<
  string,
  (request: IncomingMessage, query: URLSearchParams) => unknown
>

export class EditError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message)
    this.name = 'EditError'
  }
}

export function withBody<Schema extends z.ZodType>(
  schema: Schema,
  work: (body: z.output<Schema>) => unknown,
) {
  return async (request: IncomingMessage) => {
    const { success, data } = schema.safeParse(parseJson(await text(request)))
    if (!success)
      throw new EditError(
        400,
        'This page is out of date. Reload it and try again.',
      )
    return work(data)
  }
}

/** Runs one task at a time, so that a save waits for a proposal in progress. */
export function runExclusively<Value>(
  work: () => Value | Promise<Value>,
): Promise<Value> {
  return runSerially('editor', work)
}
