import { handler } from '@/lib/http/handler'
import { site } from '@/lib/site'

/** The general e-mail address, for the button that reveals it: 200 `{ email }`. */
export const GET = handler(async () => Response.json({ email: site.email }))
