import { chatStatus } from '@/lib/chatbot/chat'
import { handler } from '@/lib/http/handler'

// The environment and the upstream decide at run time.
export const dynamic = 'force-dynamic'

/** Whether the assistant is there: 200 `{ enabled, disabled_reason }`, also when it is not. */
export const GET = handler(async () => Response.json(await chatStatus(), { headers: { 'Cache-Control': 'no-store' } }))
