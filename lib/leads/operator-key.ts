import { problem } from '@/lib/http/error-response'
import { type Authorised, verifyKey } from '@/lib/operator/keys'

// A wrong key is refused: such a server would otherwise share the visitors' limits and not know.
// Another scheme is no key of ours: a proxy may have asked the browser for a password.
/** The operator whose server sends this, undefined for a visitor; 401 for a wrong key, 429 after too many. */
export async function operatorSending(request: Request, client: string): Promise<Authorised | undefined> {
  const [scheme = '', key = ''] = (request.headers.get('authorization') ?? '').split(' ')
  if (scheme.toLowerCase() !== 'bearer') return undefined
  return key ? verifyKey(key, client, 'bearer') : { problem: problem('unauthorized') }
}
