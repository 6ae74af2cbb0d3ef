import { env } from '@/lib/env'
import { createRateLimit } from '@/lib/http/rate-limit'

const windowSeconds = 60

/** Messages a minute: in one session, from one client and in total. */
export const sessionLimit = createRateLimit('LIMIT_CHAT_PER_SESSION', () => env.LIMIT_CHAT_PER_SESSION, windowSeconds)
export const clientLimit = createRateLimit('LIMIT_CHAT_PER_CLIENT', () => env.LIMIT_CHAT_PER_CLIENT, windowSeconds)
export const globalLimit = createRateLimit('LIMIT_CHAT_GLOBAL', () => env.LIMIT_CHAT_GLOBAL, windowSeconds)

const daySeconds = 24 * 60 * 60

/** Recorded exchanges a day. Beyond them the assistant answers without recording: nobody may fill the disk. */
const maxRecordedPerSession = 100
export const recordingLimits = {
  session: createRateLimit('recorded per session', () => maxRecordedPerSession, daySeconds),
  client: createRateLimit('LIMIT_CHAT_RECORDED_PER_CLIENT', () => env.LIMIT_CHAT_RECORDED_PER_CLIENT, daySeconds),
  all: createRateLimit('LIMIT_CHAT_RECORDED_GLOBAL', () => env.LIMIT_CHAT_RECORDED_GLOBAL, daySeconds),
}
