import pino from 'pino'
import { env, onSettingsChange } from '@/lib/env'
import { requestIds } from './request-id'

/** JSON lines. Nothing is redacted, so never log what a visitor typed, nor an error's message (see console-log.ts). */
export const log = pino({
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin: () => ({ request: requestIds.getStore() }),
  level: env.LOG_LEVEL,
})

onSettingsChange(() => {
  if (log.level !== env.LOG_LEVEL) log.level = env.LOG_LEVEL
})
