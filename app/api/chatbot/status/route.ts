import { chatStatus } from '@/lib/chatbot/chat'
import { routeHandler } from '@/lib/http/handler'

// Depends on the environment and the upstream at run time.
export const dynamic = 'force-dynamic'

export const GET = routeHandler(async () => Response.json(await chatStatus()))
