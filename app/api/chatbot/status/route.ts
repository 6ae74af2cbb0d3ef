import { chatStatus } from '@/lib/chatbot/chat'
import { handler } from '@/lib/http/handler'

// The environment and the upstream decide at run time.
export const dynamic = 'force-dynamic'

export const GET = handler(async () =>
  Response.json(await chatStatus(), {
    headers: { 'Cache-Control': 'no-store' },
  }),
)
