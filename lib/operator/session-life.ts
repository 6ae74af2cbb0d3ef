/** A session's life, in milliseconds: without a request, and altogether. */
export const sessionLife = { idleMs: 20 * 60_000, absoluteMs: 8 * 60 * 60_000 } as const
