import * as z from 'zod/v4/core'
import { parseJson } from '@/lib/parse-json'
import { mediaTypes } from './api-table'
import { type FieldProblems, problem } from './error-response'

type Read<T> = { value: T; problem?: undefined } | { value?: undefined; problem: Response }

/**
 * Reads a JSON body of at most `maxBytes` and validates it. Answers 415 for another content type, 413 for a body
 * that is too large (counted as it streams, whatever Content-Length claims), 400 for malformed JSON and 422 with
 * codes by field for invalid values. An empty body is malformed unless `whenEmpty` says what it stands for.
 */
export async function readJson<T>(
  request: Request,
  schema: z.$ZodType<T>,
  maxBytes: number,
  whenEmpty?: object,
): Promise<Read<T>> {
  if (mediaType(request) !== mediaTypes.json) return { problem: problem('wrong_type') }
  const text = await readText(request, maxBytes)
  if (text === undefined) return { problem: problem('too_large') }
  const json = text === '' ? whenEmpty : parseJson(text)
  if (json === undefined) return { problem: problem('malformed') }
  const result = z.safeParse(schema, json)
  if (!result.success) return { problem: problem('invalid_fields', { fields: fieldProblems(result.error) }) }
  return { value: result.data }
}

/** The media type of a request's body, without parameters, in lower case. */
export function mediaType(request: Request): string | undefined {
  return request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
}

/**
 * The text of a body, or undefined when it is larger than `maxBytes` (what comes after is not read) or breaks off, as
 * its sender then is not there to be told more.
 */
export async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  if (!request.body) return ''
  const reader = request.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const read = await reader.read().catch(() => undefined)
    if (!read) return undefined
    const { done, value } = read
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** The codes of a failed validation by field name, each once. */
export function fieldProblems(error: z.$ZodError): FieldProblems {
  const fields: FieldProblems = {}
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'body'
    fields[field] = [...new Set([...(fields[field] ?? []), issue.message])]
  }
  return fields
}
