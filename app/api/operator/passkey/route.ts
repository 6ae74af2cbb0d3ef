import { problemResponse, readJsonBody, routeHandler } from '@/lib/http/handler'
import { signInOptions, verifyPasskey } from '@/lib/operator/passkeys'
import { passkeyObstacle } from '@/lib/operator/relying-party'
import { assertionSchema } from '@/lib/operator/schema'
import { answerSignIn } from '@/lib/operator/session'

/** Returns the options with which the browser signs in with a passkey. */
export const GET = routeHandler(async () =>
  passkeyObstacle()
    ? problemResponse('not_configured')
    : Response.json(await signInOptions()),
)

/** Exchanges a passkey for a session cookie. */
export const POST = routeHandler(async (request) => {
  if (passkeyObstacle()) return problemResponse('not_configured')
  const body = await readJsonBody(request, assertionSchema)
  if (body.problem) return body.problem
  return answerSignIn(request, 'passkey', (client) =>
    verifyPasskey(body.value, client),
  )
})
