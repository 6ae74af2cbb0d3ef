import { chatStatus } from '@/lib/chatbot/chat'
import { routeHandler } from '@/lib/http/handler'

// Renders per request, because the status depends on the settings and the
// upstream.
export const dynamic = 'force-dynamic'

export const GET = routeHandler(async () => Response.json(await chatStatus()))
