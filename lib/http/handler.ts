import { isUtf8 } from 'node:buffer'
import { unstable_rethrow } from 'next/navigation'
import { z } from 'zod'
import { describeError } from '@/lib/database/errors'
import { readUpTo } from '@/lib/fetch-text'
import { log, stackPlacesOf } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import type { Role } from '@/lib/operator/role-names'
import { parseJson } from '@/lib/text'
import { maxBodyBytesOf, mediaTypes } from './api-table'
import { cachePolicies } from './cache-policy'
import type { FieldCode } from './field-codes'
import { isCrossSite } from './request'

/**
 * Every way a request can fail, with its HTTP status (RFC 9110). Clients get
 * the code, never a sentence.
 */
export const problemStatuses = {
  malformed: 400,
  invalid_idempotency_key: 400,
  unauthorized: 401,
  passkey_required: 401,
  wrong_passkey: 401,
  cross_site: 403,
  wrong_role: 403,
  not_found: 404,
  already_replaced: 409,
  month_published: 409,
  already_withdrawn: 409,
  not_withdrawn: 409,
  lead_changed: 409,
  returned: 409,
  too_large: 413,
  wrong_type: 415,
  not_pdf: 422,
  invalid_fields: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
  not_configured: 503,
  no_space: 507,
} as const

export type ProblemCode = keyof typeof problemStatuses

export type FieldProblems = Record<string, FieldCode[]>

export type Problem = {
  error: {
    code: ProblemCode
    fields?: FieldProblems
    /**
     * The id of the report that is already published for the month. A new
     * report can replace it by naming this id in its own `replaces`.
     */
    replaces?: string
    /** The role that the operator lacks. */
    role?: Role
  }
}

type Details = Omit<Problem['error'], 'code'> & {
  /** Whole seconds until a retry may succeed (Retry-After). */
  retryAfterSeconds?: number
}

const retryDatabaseSeconds = 5

type Handler<Context extends unknown[]> = (
  request: Request,
  ...context: Context
) => Promise<Response>

type Options = {
  /**
   * Whether the handler itself refuses changes from other sites, because a
   * refused form shows its page again.
   */
  checksOriginItself?: boolean
}

/**
 * Refuses a change from another site before counting or reading anything, so
 * that it uses up no limit. Adds no-store, logs errors and answers them with 503
 * (database) or 500. Leaves redirect() and notFound() to Next.
 */
export function routeHandler<Context extends unknown[] = []>(
  handle: Handler<Context>,
  { checksOriginItself = false }: Options = {},
): Handler<Context> {
  return async (request, ...context) => {
    const isChange = request.method !== 'GET' && request.method !== 'HEAD'
    const isRefused = isChange && !checksOriginItself && isCrossSite(request)
    const answer = isRefused
      ? async () => problemResponse('cross_site')
      : handle
    const response = await answer(request, ...context).catch((error) =>
      errorResponse(error, request),
    )
    if (!response.headers.has('Cache-Control'))
      response.headers.set('Cache-Control', cachePolicies.none)
    return response
  }
}

/** Logs an error and returns its response. Leaves redirect() and notFound() to Next. */
export function errorResponse(error: Error, request: Request): Response {
  unstable_rethrow(error)
  const described = describeError(error)
  const path = new URL(request.url).pathname
  if (described.reason) {
    log.error({ path, ...described }, 'database unavailable')
    return problemResponse('unavailable')
  }
  log.error(
    { path, ...described, stack: stackPlacesOf(error) },
    'unexpected error',
  )
  metrics.unexpectedErrors.inc({ kind: 'request' })
  return problemResponse('internal')
}

/**
 * Returns the JSON response to a failed request, `{ "error": { "code",
 * "fields"?, "replaces"?, "role"? } }`, with the status of the code.
 */
export function problemResponse(
  code: ProblemCode,
  details: Details = {},
): Response {
  const {
    fields,
    replaces,
    role,
    retryAfterSeconds = code === 'unavailable'
      ? retryDatabaseSeconds
      : undefined,
  } = details
  const headers = new Headers()
  if (retryAfterSeconds !== undefined)
    headers.set('Retry-After', String(retryAfterSeconds))
  if (problemStatuses[code] === 401) headers.set('WWW-Authenticate', 'Bearer')
  const body: Problem = { error: { code, fields, replaces, role } }
  return Response.json(body, { status: problemStatuses[code], headers })
}

type Read<T> =
  | { value: T; problem?: undefined }
  | { value?: undefined; problem: Response }

/**
 * Returns a validated JSON body, or the problem: 415, 413, 400, or 422 with
 * codes by field. Uses `whenEmpty` if there is no body.
 */
export async function readJsonBody<T>(
  request: Request,
  schema: z.core.$ZodType<T>,
  whenEmpty?: object,
): Promise<Read<T>> {
  if (mediaType(request) !== mediaTypes.json)
    return { problem: problemResponse('wrong_type') }
  const { text, refusal } = await readTextBody(request, maxBodyBytesOf(request))
  if (refusal) return { problem: problemResponse(refusal) }
  const json = text === '' ? whenEmpty : parseJson(text)
  if (json === undefined) return { problem: problemResponse('malformed') }
  return validated(schema, json)
}

/** Returns a validated value, or 422 with codes by field. */
export function validated<T>(
  schema: z.core.$ZodType<T>,
  input: unknown,
): Read<T> {
  // Applies to values that the schema gives no code for.
  const { data, error } = z.safeParse(schema, input, {
    error: () => 'invalid' satisfies FieldCode,
  })
  if (!error) return { value: data }
  const fields = fieldProblems(error)
  return { problem: problemResponse('invalid_fields', { fields }) }
}

export function mediaType(request: Request): string | undefined {
  return request.headers
    .get('content-type')
    ?.split(';')[0]
    ?.trim()
    .toLowerCase()
}

type TextBody = {
  text: string
  refusal?: 'too_large' | 'wrong_type' | 'malformed'
}

/**
 * Reads a body's text up to `maxBytes`. A body is refused if it breaks off or
 * is larger, in which case the rest is not read, or if it is not UTF-8.
 */
export async function readTextBody(
  request: Request,
  maxBytes: number,
): Promise<TextBody> {
  // Ignores Content-Length, which may be wrong.
  const { bytes, text, brokenBy } = await readUpTo(maxBytes, request.body)
  if (brokenBy !== undefined) return { text, refusal: 'too_large' }
  if (namesOtherCharset(request)) return { text, refusal: 'wrong_type' }
  return isUtf8(bytes) ? { text } : { text, refusal: 'malformed' }
}

function namesOtherCharset({ headers }: Request): boolean {
  const type = headers.get('content-type') ?? ''
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(type)?.[1] ?? 'utf-8'
  return !/^(utf-?8|us-ascii)$/i.test(charset)
}

export function fieldProblems(error: z.core.$ZodError): FieldProblems {
  const fields: FieldProblems = {}
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'body'
    const code = issue.message as FieldCode
    fields[field] = [...new Set([...(fields[field] ?? []), code])]
  }
  return fields
}
