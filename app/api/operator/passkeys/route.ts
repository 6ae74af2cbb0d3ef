import { consoleAction } from '@/lib/console/console-action'
import { changePasskeys, createPasskey } from '@/lib/console/passkeys'
import { problemResponse, routeHandler } from '@/lib/http/handler'
import { authorizeRead } from '@/lib/operator/authorize'
import { consolePaths } from '@/lib/operator/console-paths'
import { newPasskeyOptions } from '@/lib/operator/passkeys'
import { passkeyObstacle } from '@/lib/operator/relying-party'

/**
 * Returns the options with which the browser makes a passkey for the operator.
 */
export const GET = routeHandler(async (request) => {
  const { operator, problem } = await authorizeRead(request)
  if (problem) return problem
  return passkeyObstacle()
    ? problemResponse('not_configured')
    : Response.json(await newPasskeyOptions(operator))
})

export const POST = consoleAction(changePasskeys, {
  pageOf: (form) =>
    form.get('intent') === 'reset' ? consolePaths.admin : consolePaths.overview,
  answerJson: createPasskey,
})
