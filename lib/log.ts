import pino from 'pino'

/** The server's log: JSON lines on standard output. Never log what a visitor typed. */
export const log = pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime })
