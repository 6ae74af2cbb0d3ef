// Keeps ounces and tokens exact as integers: up to 15 digits and 18 decimals,
// because token contracts count in units of 10^-18.

export const decimals = 18
const one = 10n ** BigInt(decimals)

/**
 * Nanograms per troy ounce: exactly 31.1034768 g (international yard and pound
 * agreement, 1959).
 */
const nanogramsPerOunce = 31_103_476_800n
const nanogramsPerGram = 10n ** 9n

export const decimalPattern = /^\d{1,15}(\.\d{1,18})?$/

/**
 * Returns the canonical spelling of a decimal: no leading zeros, and no
 * trailing zeros after the point.
 */
export function canonicalDecimal(text: string): string {
  return decimalText(toUnits(text), decimals)
}

/**
 * Converts an amount in a contract's smallest units, 10^`places` per token, to
 * a decimal number of tokens.
 */
export function fromUnits(units: bigint, places: number): string {
  return decimalText(units * 10n ** BigInt(decimals - places), decimals)
}

export function maxDecimals(values: string[]): number {
  return Math.max(0, ...values.map((value) => value.split('.')[1]?.length ?? 0))
}

/** Converts troy ounces to kilograms, truncated to the gram. */
export function kilogramsOf(ounces: string): string {
  return decimalText(
    (toUnits(ounces) * nanogramsPerOunce) / (one * nanogramsPerGram),
    3,
  )
}

/** Multiplies a decimal by 10^18 and returns the integer. */
export function toUnits(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** Writes an integer as a decimal with up to `places` decimals. */
export function decimalText(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return digits.slice(0, -places) + (fraction && `.${fraction}`)
}
