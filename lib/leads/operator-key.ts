import { problem } from '@/lib/http/error-response'
import { type Authorised, verifyKey } from '@/lib/operator/verify-key'

/**
 * The operator whose server sends a message with `Authorization: Bearer KEY`, or undefined for a visitor. A key that is
 * missing or wrong is a problem (401, 429 after too many): such a server would otherwise share the visitors' limits and
 * not know. Another scheme is no key of ours: a proxy may have asked the browser for a password.
 */
export async function operatorSending(request: Request, client: string): Promise<Authorised | undefined> {
  const [scheme = '', key = ''] = (request.headers.get('authorization') ?? '').split(' ')
  if (scheme.toLowerCase() !== 'bearer') return undefined
  return key ? verifyKey(key, client) : { problem: problem('unauthorized') }
}
