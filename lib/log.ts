import pino from 'pino'
import { env } from '@/lib/env'
import { requestIds } from './request-id'

/**
 * The server's log: JSON lines on standard output with a level, an ISO time and the id of the request they belong to.
 * Nothing is redacted, so a line names what it holds, and never what a visitor typed; of errors, and of what packages
 * print, `server/console-log.ts` keeps the harmless part.
 */
export const log = pino({
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin: () => ({ request: requestIds.getStore() }),
  level: env.LOG_LEVEL,
})
