import { env } from '@/lib/env'
import { mediaTypes } from '@/lib/http/api-table'
import { mediaType } from '@/lib/http/body'
import { problem } from '@/lib/http/error-response'
import { clientOf, isCrossSite, namesItsOrigin } from '@/lib/http/request'
import { type Authorised, verifyKey } from './keys'
import { operatorOfSession, sessionToken } from './session'

/** Who acts where ATTESTATIONS_OPEN lets everybody: no operator can have this name. */
const anyone = '*'

/** The operator behind a request, by key or session cookie. 401 without either, 429 after too many wrong keys. */
async function authoriseOperator(request: Request): Promise<Authorised> {
  const key = bearerKey(request)
  if (key) return verifyKey(key, clientOf(request), 'bearer')
  const operator = await operatorOfSession(request.headers, { touch: true })
  return operator ? { operator } : { problem: problem('unauthorized') }
}

/** As authoriseOperator, for reads: the operator's name, or undefined. */
export async function operatorOf(request: Request): Promise<string | undefined> {
  return (await authoriseOperator(request)).operator
}

// A page's cookie goes along with a form of any type: where the request comes from decides.
/** The operator who changes what is for operators alone, by key or session. 403 to other sites, 503 without keys. */
export async function authoriseOperatorChange(request: Request): Promise<Authorised> {
  if (isCrossSite(request)) return { problem: problem('cross_site') }
  if (!hasKeys()) return { problem: problem('not_configured') }
  if (!bearerKey(request) && sessionToken(request.headers) && !namesItsOrigin(request)) {
    return { problem: problem('cross_site') }
  }
  return authoriseOperator(request)
}

// A request with only a cookie must name its origin and carry JSON, which a form on another site cannot do.
/** Who may change the reports: an operator, or anyone with ATTESTATIONS_OPEN. 403 to other sites, 503 without keys. */
export async function authoriseChange(request: Request): Promise<Authorised> {
  if (isCrossSite(request)) return { problem: problem('cross_site') }
  if (env.ATTESTATIONS_OPEN) {
    return { operator: (await operatorOfSession(request.headers, { touch: true })) ?? anyone }
  }
  if (!hasKeys()) return { problem: problem('not_configured') }
  if (!bearerKey(request) && sessionToken(request.headers)) {
    if (!namesItsOrigin(request)) return { problem: problem('cross_site') }
    if (mediaType(request) !== mediaTypes.json) return { problem: problem('wrong_type') }
  }
  return authoriseOperator(request)
}

/** Who sends a form of the console. 403 to a session that does not name its origin, as every current browser does. */
export async function authoriseForm(request: Request): Promise<Authorised> {
  const isSession = !bearerKey(request) && sessionToken(request.headers)
  if (isSession && !namesItsOrigin(request)) return { problem: problem('cross_site') }
  return authoriseOperator(request)
}

function hasKeys(): boolean {
  return env.OPERATOR_KEYS.length + env.MACHINE_KEYS.length > 0
}

function bearerKey(request: Request): string | undefined {
  const [scheme = '', key] = (request.headers.get('authorization') ?? '').split(' ')
  return scheme.toLowerCase() === 'bearer' ? key || undefined : undefined
}

// A wrong key is refused: such a server would otherwise share the visitors' limits and not know.
// Another scheme is no key of ours: a proxy may have asked the browser for a password.
/** The operator whose server sends this, undefined for a visitor; 401 for a wrong key, 429 after too many. */
export async function operatorSending(request: Request, client: string): Promise<Authorised | undefined> {
  const [scheme = '', key = ''] = (request.headers.get('authorization') ?? '').split(' ')
  if (scheme.toLowerCase() !== 'bearer') return undefined
  return key ? verifyKey(key, client, 'bearer') : { problem: problem('unauthorized') }
}
