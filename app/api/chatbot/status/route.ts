import { chatStatus } from '@/lib/chatbot/chat'
import { handler } from '@/lib/http/handler'

// Depends on the environment and the upstream at run time.
export const dynamic = 'force-dynamic'

export const GET = handler(async () => Response.json(await chatStatus()))
