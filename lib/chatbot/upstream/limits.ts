/** How long calls of the upstream may take in all, in milliseconds. Browsers wait a little longer (browser/api.ts). */
export const callMs = 15_000
export const statusMs = 5000

/** How long a connection may take to open. 2 s at most: undici looks at its timers every half second. */
export const connectMs = 1500

/** The largest answer, in bytes. */
export const maxAnswerBytes = 64 * 1024

/** For how many milliseconds a status serves everybody who asks. */
export const statusFreshMs = 5000

/** After how many failures in a row the upstream is left alone, and for how many milliseconds. */
export const circuitBreakerLimits = { failures: 5, pauseMs: 10_000 }
