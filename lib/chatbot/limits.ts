import { env } from '@/lib/env'
import { createRateLimit } from '@/lib/http/rate-limit'

const windowSeconds = 60

/** How many messages a minute may come in one session, from one client and from everybody. */
export const sessionLimit = createRateLimit(env.LIMIT_CHAT_PER_SESSION, windowSeconds)
export const clientLimit = createRateLimit(env.LIMIT_CHAT_PER_CLIENT, windowSeconds)
export const globalLimit = createRateLimit(env.LIMIT_CHAT_GLOBAL, windowSeconds)

const daySeconds = 24 * 60 * 60

/**
 * How many exchanges a day are recorded: of one session, of one client and altogether. Beyond these the assistant
 * still answers, but keeps nothing: what anybody can send must not fill the disk.
 */
const maxRecordedPerSession = 100
export const recordingLimits = {
  session: createRateLimit(maxRecordedPerSession, daySeconds),
  client: createRateLimit(env.LIMIT_CHAT_RECORDED_PER_CLIENT, daySeconds),
  all: createRateLimit(env.LIMIT_CHAT_RECORDED_GLOBAL, daySeconds),
}
