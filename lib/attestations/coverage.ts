// Compares ounces held with tokens outstanding.
import { decimals, decimalText, toUnits } from './decimal'

/**
 * Returns the ounces held per token, or null if there are no tokens. Truncates
 * to 4 decimals, so that 0.99999 is 0.9999 and not 1.
 */
export function coverageRatio(ounces: string, tokens: string): string | null {
  const divisor = toUnits(tokens)
  return divisor === 0n
    ? null
    : decimalText((toUnits(ounces) * 10_000n) / divisor, 4)
}

export function excessOf(ounces: string, tokens: string): string {
  const excess = toUnits(ounces) - toUnits(tokens)
  return excess < 0n
    ? `-${decimalText(-excess, decimals)}`
    : decimalText(excess, decimals)
}
