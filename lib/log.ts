import pino from 'pino'
import { env } from '@/lib/env'
import { logFormat } from './log-format'

/** The server's log: JSON lines on standard output. Never log what a visitor typed. */
export const log = pino({ ...logFormat, level: env.LOG_LEVEL })
