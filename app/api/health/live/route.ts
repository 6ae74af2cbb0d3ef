import { handler } from '@/lib/http/handler'

/** Whether the process answers at all: 200 `{ status: "ok" }`, without a look at the database. */
export const GET = handler(async () => Response.json({ status: 'ok' }))
