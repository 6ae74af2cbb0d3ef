import pino from 'pino'
import { env } from '@/lib/env'

/** The server's log: JSON lines on standard output. Never log what a visitor typed. */
export const log = pino({ level: env.LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })
