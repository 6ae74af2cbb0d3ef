/** What a check found: `says` in a sentence, and for all but `ok` what to do. */
export type Finding = { state: 'ok' | 'warning' | 'error'; about: string; says: string; advice?: string }

export function ok(about: string, says: string): Finding {
  return { state: 'ok', about, says }
}

export function warning(about: string, says: string, advice: string): Finding {
  return { state: 'warning', about, says, advice }
}

export function error(about: string, says: string, advice: string): Finding {
  return { state: 'error', about, says, advice }
}

/** A finding as lines for a terminal. */
export function linesOf({ state, about, says, advice }: Finding): string {
  return `${state.padEnd(8)} ${about}: ${says}${advice ? `\n${' '.repeat(9)}→ ${advice}` : ''}`
}
