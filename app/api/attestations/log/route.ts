import { readLog } from '@/lib/attestations/log/verify'
import { handler } from '@/lib/http/handler'

export const dynamic = 'force-dynamic'

export const GET = handler(async () => Response.json(await readLog()))
