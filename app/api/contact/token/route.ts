import { issueToken } from '@/lib/contact/token'
import { handler } from '@/lib/http/handler'

/** A signed note of when a visitor began with the contact form: 200 `{ token }`, sent back as `Form-Token`. */
export const GET = handler(async () => Response.json({ token: issueToken() }))
