import { handler } from '@/lib/http/handler'
import { site } from '@/lib/site'

export const GET = handler(async () => Response.json({ email: site.email }))
