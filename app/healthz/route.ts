import { routeHandler } from '@/lib/http/handler'

export const GET = routeHandler(async () => Response.json({ status: 'ok' }))
