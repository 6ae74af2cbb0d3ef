export const maxMessageCharacters = 2000

/** Milliseconds for a whole call to an upstream. Browsers wait a little longer (browser/api.ts). */
export const callMs = 15_000
export const statusMs = 5000

/** Milliseconds. 2 s at most: undici checks its timers every half second. */
export const connectMs = 1500

export const maxAnswerBytes = 64 * 1024

/** Milliseconds for which one status serves everybody. */
export const statusFreshMs = 5000
