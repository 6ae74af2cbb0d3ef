import { handler } from '@/lib/http/handler'
import { issueToken } from '@/lib/leads/submit'

/**
 * A signed timestamp of when the visitor started the form, which sends it back
 * as `Form-Token`.
 */
export const GET = handler(async () => Response.json({ token: issueToken() }))
