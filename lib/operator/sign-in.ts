import { clientOf } from '@/lib/http/client'
import { problem } from '@/lib/http/error-response'
import { log } from '@/lib/log'
import { judgeCode } from './second-factor'
import { endSession, startSession } from './session'
import { refuse, verifyKey } from './verify-key'

type SignedIn =
  | { operator: string; cookie: string; problem?: undefined }
  | { operator?: undefined; cookie?: undefined; problem: Response }

/**
 * Exchanges a key, with a code where its operator has a second factor, for a session: the `Set-Cookie` header that gives
 * it to the browser, whose previous session ends.
 */
export async function signIn(request: Request, { key, code = '' }: { key: string; code?: string }): Promise<SignedIn> {
  const client = clientOf(request)
  const { operator, problem: wrongKey } = await verifyKey(key, client)
  if (wrongKey) return { problem: wrongKey }
  const wrongCode = await codeProblem(operator, code, client)
  if (wrongCode) return { problem: wrongCode }
  await endSession(request.headers)
  const cookie = await startSession(operator, request.headers)
  log.info({ operator }, 'operator signed in')
  return { operator, cookie }
}

async function codeProblem(operator: string, code: string, client: string): Promise<Response | undefined> {
  const verdict = await judgeCode(operator, code)
  if (verdict === 'accepted') return undefined
  if (verdict === 'missing') return problem('code_required')
  if (verdict === 'wrong') return refuse({ client, operator, reason: 'code', code: 'wrong_code' })
  log.warn({ operator }, 'one-time code of an operator refused: too many codes')
  return problem('rate_limited', verdict)
}
