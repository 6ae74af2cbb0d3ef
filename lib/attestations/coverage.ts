// Compares ounces held with tokens outstanding.
import { decimals, scaled, written } from './decimal'

/**
 * Returns the ounces held per token, or null if there are no tokens. Truncates
 * to 4 decimals, so that 0.99999 is 0.9999 and not 1.
 */
export function coverageRatio(ounces: string, tokens: string): string | null {
  const divisor = scaled(tokens)
  return divisor === 0n
    ? null
    : written((scaled(ounces) * 10_000n) / divisor, 4)
}

export function excessOf(ounces: string, tokens: string): string {
  const excess = scaled(ounces) - scaled(tokens)
  return excess < 0n
    ? `-${written(-excess, decimals)}`
    : written(excess, decimals)
}
