import pino from 'pino'
import { env } from '@/lib/env'
import { logFormat } from './log-format.mjs'

/** The server's log: JSON lines on standard output. Never log what a visitor typed. */
export const log = pino({ ...logFormat, level: env.LOG_LEVEL })
