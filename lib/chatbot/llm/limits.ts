import { env } from '@/lib/env'
import { createRateLimit } from '@/lib/http/rate-limit'

const daySeconds = 24 * 60 * 60

/** Calls of all processes in 24 hours. What one may cost is bounded by the limits below and CHATBOT_MODEL_OPTIONS. */
export const dailyCalls = createRateLimit('CHATBOT_MODEL_DAILY_CALLS', () => env.CHATBOT_MODEL_DAILY_CALLS, daySeconds)

/** Of what is sent: facts and turns by number, the rest in characters. */
export const maxFacts = 12
export const maxTurns = 4
export const maxTurnCharacters = 500
export const maxQuestionCharacters = 1000

/** Of an answer, without and with its citations. */
export const maxAnswerCharacters = 900
export const maxWrittenCharacters = 2000

/** Longer pauses than the upstream's: a visitor waits for each trial, and the embedded answer is ready. */
export const circuitBreakerLimits = { failures: 3, pauseMs: 60_000 }
