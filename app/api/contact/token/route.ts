import { handler } from '@/lib/http/handler'
import { issueToken } from '@/lib/leads/form-token'

/**
 * Returns a signed timestamp of when the visitor started the form, which the
 * form sends back as `Form-Token`.
 */
export const GET = handler(async () => Response.json({ token: issueToken() }))
