import { routeHandler } from '@/lib/http/handler'
import { issueToken } from '@/lib/leads/form-token'

/**
 * Returns a signed timestamp of when the visitor started the form, which the
 * form sends back as `Form-Token`.
 */
export const GET = routeHandler(async () =>
  Response.json({ token: issueToken() }),
)
