/** Every way a request can fail, and its HTTP status (RFC 9110). The code goes to the client, never a sentence. */
const statuses = {
  malformed: 400,
  invalid_idempotency_key: 400,
  unauthorized: 401,
  cross_site: 403,
  not_found: 404,
  too_large: 413,
  wrong_type: 415,
  invalid_fields: 422,
  idempotency_key_reused: 422,
  internal: 500,
  unavailable: 503,
} as const

export type ProblemCode = keyof typeof statuses

/** Codes of a field's faults by field name, as `{ "email": ["invalid_email"] }`. */
export type FieldProblems = Record<string, string[]>

export type Problem = { error: { code: ProblemCode; fields?: FieldProblems } }

const headersOf: Partial<Record<ProblemCode, Record<string, string>>> = {
  unauthorized: { 'WWW-Authenticate': 'Bearer' },
  unavailable: { 'Retry-After': '5' },
}

/** The JSON answer for a failed request: `{ "error": { "code", "fields"? } }` with the code's status. */
export function problem(code: ProblemCode, fields?: FieldProblems): Response {
  const body: Problem = { error: fields ? { code, fields } : { code } }
  return Response.json(body, { status: statuses[code], headers: headersOf[code] })
}
