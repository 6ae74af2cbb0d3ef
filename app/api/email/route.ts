import { routeHandler } from '@/lib/http/handler'
import { site } from '@/lib/site'

export const GET = routeHandler(async () =>
  Response.json({ email: site.email }),
)
