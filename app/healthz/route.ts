import { handler } from '@/lib/http/handler'

export const GET = handler(async () => Response.json({ status: 'ok' }))
