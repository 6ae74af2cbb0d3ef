import { readLog } from '@/lib/attestations/log/verify'
import { routeHandler } from '@/lib/http/handler'

export const dynamic = 'force-dynamic'

export const GET = routeHandler(async () => Response.json(await readLog()))
