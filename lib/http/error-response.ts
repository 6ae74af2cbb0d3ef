/** Every way a request can fail, and its HTTP status (RFC 9110). The code goes to the client, never a sentence. */
export const statuses = {
  malformed: 400,
  invalid_idempotency_key: 400,
  unauthorized: 401,
  code_required: 401,
  wrong_code: 401,
  cross_site: 403,
  not_found: 404,
  already_replaced: 409,
  month_published: 409,
  already_withdrawn: 409,
  not_withdrawn: 409,
  note_changed: 409,
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

export type ProblemCode = keyof typeof statuses

export type FieldProblems = Record<string, string[]>

/** `replaces`: the report that a new one has to name in order to be published. */
export type Problem = { error: { code: ProblemCode; fields?: FieldProblems; replaces?: string } }

type Details = {
  fields?: FieldProblems
  replaces?: string
  /** Whole seconds after which a repeated request may succeed (Retry-After, RFC 9110 section 10.2.3). */
  retryAfterSeconds?: number
}

const retryDatabaseSeconds = 5

/** The JSON answer for a failed request: `{ "error": { "code", "fields"?, "replaces"? } }` with the code's status. */
export function problem(code: ProblemCode, details: Details = {}): Response {
  const { fields, replaces, retryAfterSeconds = code === 'unavailable' ? retryDatabaseSeconds : undefined } = details
  const headers = new Headers()
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds))
  if (statuses[code] === 401) headers.set('WWW-Authenticate', 'Bearer')
  const body: Problem = { error: { code, ...(fields && { fields }), ...(replaces && { replaces }) } }
  return Response.json(body, { status: statuses[code], headers })
}
