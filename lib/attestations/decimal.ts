// Ounces and tokens: at most 15 digits and 18 decimals (a token contract counts in 10^-18). Integers keep them exact.

const decimals = 18
const one = 10n ** BigInt(decimals)

/** Nanograms in a troy ounce: 31.1034768 g exactly (international yard and pound agreement, 1959). */
const nanogramsPerOunce = 31_103_476_800n
const nanogramsPerGram = 10n ** 9n

export const decimalPattern = /^\d{1,15}(\.\d{1,18})?$/

/** The one spelling of a decimal: no zeros in front, none at the end of a fraction. */
export function canonicalDecimal(text: string): string {
  return written(scaled(text), decimals)
}

/** Ounces held for each token, to 4 decimals and never rounded up: 0.99999 is 0.9999, not 1. Null without tokens. */
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

export function maxDecimals(values: string[]): number {
  return Math.max(0, ...values.map((value) => value.split('.')[1]?.length ?? 0))
}

/** Kilograms of this many troy ounces, to the gram and never rounded up. */
export function kilogramsOf(ounces: string): string {
  return written(
    (scaled(ounces) * nanogramsPerOunce) / (one * nanogramsPerGram),
    3,
  )
}

function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

function written(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return digits.slice(0, -places) + (fraction && `.${fraction}`)
}
