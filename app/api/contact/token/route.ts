import { handler } from '@/lib/http/handler'
import { issueToken } from '@/lib/leads/submit'

/** A signed note of when a visitor began the contact form; the form sends it back as `Form-Token`. */
export const GET = handler(async () => Response.json({ token: issueToken() }))
