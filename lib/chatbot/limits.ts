import { env } from '@/lib/env'
import { createLimit } from '@/lib/http/limits'

const windowSeconds = 60

/** How many messages a minute may come in one session, from one client and from everybody. */
export const sessionLimit = createLimit(env.LIMIT_CHAT_PER_SESSION, windowSeconds)
export const clientLimit = createLimit(env.LIMIT_CHAT_PER_CLIENT, windowSeconds)
export const globalLimit = createLimit(env.LIMIT_CHAT_GLOBAL, windowSeconds)
