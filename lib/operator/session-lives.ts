import { hourMs, minuteMs } from '@/lib/durations'

/**
 * How long a session lasts, by what the operator signed in with: `idleMs`
 * without a request, `absoluteMs` in total.
 */
export const sessionLives = {
  key: { idleMs: 20 * minuteMs, absoluteMs: 8 * hourMs },
  passkey: { idleMs: 12 * hourMs, absoluteMs: 12 * hourMs },
} as const

export type SignInMethod = keyof typeof sessionLives
