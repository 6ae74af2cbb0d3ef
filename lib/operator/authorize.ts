// Who may make a request, from the weakest to the strictest answer:
//
//     operatorOf               anyone; names the operator, if any
//     operatorSending          anyone but a sender with a wrong key
//     authorizeRead            operators with the role
//     authorizeReportChange    operators with the role, or under
//                              ATTESTATIONS_OPEN anyone; not from another site
//     authorizeOperatorChange  operators with the role, not from another site
import { env } from '@/lib/env'
import { mediaTypes } from '@/lib/http/api-table'
import { mediaType, problemResponse } from '@/lib/http/handler'
import { clientOf, isCrossSite, namesItsOrigin } from '@/lib/http/request'
import { type Authorized, verifyKey } from './keys'
import type { Role } from './role-names'
import { roleProblem } from './roles'
import { operatorOfSession, tokenHashOf } from './session'

/**
 * The name recorded for anonymous changes under ATTESTATIONS_OPEN; no operator
 * can have it.
 */
const anyone = '*'

export async function operatorOf(
  request: Request,
): Promise<string | undefined> {
  return (await authorize(request)).operator
}

/** Authorizes a request that only operators with the role may make. */
export async function authorizeRead(
  request: Request,
  role?: Role,
): Promise<Authorized> {
  const operator = await operatorOf(request)
  return operator
    ? permit({ operator }, role)
    : { problem: problemResponse('unauthorized') }
}

function permit(authorized: Authorized, role: Role | undefined): Authorized {
  if (authorized.problem) return authorized
  const refusal = roleProblem(authorized.operator, role)
  return refusal ? { problem: refusal } : authorized
}

/**
 * Authorizes a change that only operators with the role may make. Answers 401
 * for others, 403 without the role, and 503 if no keys are set. A request with
 * a cookie must name its origin, because browsers send the cookie along with
 * any form.
 */
export async function authorizeOperatorChange(
  request: Request,
  role: Role | undefined,
): Promise<Authorized> {
  if (usesSession(request) && !namesItsOrigin(request))
    return { problem: problemResponse('cross_site') }
  if (env.OPERATOR_KEYS.length + env.MACHINE_KEYS.length === 0)
    return { problem: problemResponse('not_configured') }
  return permit(await authorize(request), role)
}

/**
 * Authorizes a change to reports, for an operator or, if ATTESTATIONS_OPEN is
 * set, for anyone. A request with only a cookie must be JSON, which a form on
 * another site cannot send.
 */
export async function authorizeReportChange(
  request: Request,
): Promise<Authorized> {
  if (env.ATTESTATIONS_OPEN) {
    return {
      operator:
        (await operatorOfSession(request.headers, { touch: true })) ?? anyone,
    }
  }
  const authorized = await authorizeOperatorChange(request, 'compliance')
  const isForm = usesSession(request) && mediaType(request) !== mediaTypes.json
  return authorized.operator && isForm
    ? { problem: problemResponse('wrong_type') }
    : authorized
}

/**
 * Returns the operator whose server sent the request, or undefined for a
 * visitor. Answers 401 for a wrong key, because such a server would otherwise
 * silently share the visitors' limits, and 429 after too many wrong keys.
 * Ignores other schemes, because a proxy may have asked the browser for a
 * password.
 */
export async function operatorSending(
  request: Request,
  client: string,
): Promise<Authorized | undefined> {
  const key = bearerKey(request)
  return key === undefined ? undefined : verifyKey(key, client, 'bearer')
}

async function authorize(request: Request): Promise<Authorized> {
  const key = bearerKey(request)
  if (key) return verifyKey(key, clientOf(request), 'bearer')
  // Ignores the cookie of a request from another subdomain, because such a
  // request must neither start an export nor extend a session.
  const operator = isCrossSite(request)
    ? undefined
    : await operatorOfSession(request.headers, { touch: true })
  return operator ? { operator } : { problem: problemResponse('unauthorized') }
}

function usesSession(request: Request): boolean {
  return !bearerKey(request) && Boolean(tokenHashOf(request.headers))
}

function bearerKey(request: Request): string | undefined {
  const [scheme = '', key = ''] = (
    request.headers.get('authorization') ?? ''
  ).split(/ +/)
  return scheme.toLowerCase() === 'bearer' ? key : undefined
}
