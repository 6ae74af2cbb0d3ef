import { clientOf } from '@/lib/http/client'
import { log } from '@/lib/log'
import { endSession, startSession } from './session'
import { verifyKey } from './verify-key'

type SignedIn =
  | { operator: string; cookie: string; problem?: undefined }
  | { operator?: undefined; cookie?: undefined; problem: Response }

/** Exchanges a key for a session: the `Set-Cookie` header that gives it to the browser, whose previous session ends. */
export async function signIn(request: Request, key: string): Promise<SignedIn> {
  const { operator, problem } = await verifyKey(key, clientOf(request))
  if (problem) return { problem }
  await endSession(request.headers)
  const cookie = await startSession(operator)
  log.info({ operator }, 'operator signed in')
  return { operator, cookie }
}
