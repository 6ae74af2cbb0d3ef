import { z } from 'zod'
import { parseJson } from '@/lib/text'
import { mediaTypes } from './api-table'
import { type FieldProblems, problem } from './error-response'

type Read<T> = { value: T; problem?: undefined } | { value?: undefined; problem: Response }

// Bytes are counted as they arrive: Content-Length may be wrong. `whenEmpty` makes an empty body valid.
/** A validated JSON body, or 415 for another type, 413 above `maxBytes`, 400 if malformed, 422 with codes by field. */
export async function readJson<T>(
  request: Request,
  schema: z.core.$ZodType<T>,
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

export function mediaType(request: Request): string | undefined {
  return request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
}

/** A body's text; undefined when it is larger than `maxBytes` (the rest is not read) or breaks off. */
export async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of request.body) {
      bytes += chunk.byteLength
      // Leaving the loop cancels the stream.
      if (bytes > maxBytes) return undefined
      chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

export function fieldProblems(error: z.core.$ZodError): FieldProblems {
  const fields: FieldProblems = {}
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'body'
    fields[field] = [...new Set([...(fields[field] ?? []), issue.message])]
  }
  return fields
}
