import type { Locale } from '@/lib/i18n/routing'
import { kilogramsOf, maxDecimals } from './decimal'
import { startOf } from './month'

// Replaces narrow spaces between thousands, which are barely visible in the
// site's font.
const narrowSpaces = /\u202f/g

/**
 * Writes a decimal in a language's digits without loss, because Intl formats
 * strings without converting them to floats.
 */
export function formatDecimal(
  locale: Locale,
  decimal: string,
  minimumFractionDigits = 0,
): string {
  return formatNumber(locale, decimal, {
    minimumFractionDigits,
    maximumFractionDigits: 18,
  })
}

/**
 * Rounds tokens outstanding up to thousandths, so that rounding never favors
 * us.
 */
export function formatTokens(locale: Locale, tokens: string): string {
  return formatNumber(locale, tokens, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 3,
    roundingMode: 'ceil',
  })
}

function formatNumber(
  locale: Locale,
  decimal: string,
  options: Intl.NumberFormatOptions,
): string {
  return new Intl.NumberFormat(locale, { ...options, useGrouping: 'always' })
    .format(decimal as Intl.StringNumericLiteral)
    .replace(narrowSpaces, '\u00a0')
}

/**
 * Formats ounces and tokens with the same number of decimals, and the ounces in
 * kilograms to the gram.
 */
export function formatFigures(
  locale: Locale,
  { ounces, tokens }: { ounces: string; tokens: string },
) {
  const places = maxDecimals([ounces, tokens])
  return {
    ounces: formatDecimal(locale, ounces, places),
    tokens: formatDecimal(locale, tokens, places),
    kilograms: formatDecimal(locale, kilogramsOf(ounces), 3),
  }
}

/**
 * Rounds a coverage down to hundredths of a percent, so that rounding never
 * favors us.
 */
export function formatShare(locale: Locale, ratio: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 2,
    roundingMode: 'floor',
  })
  return format.format(ratio as Intl.StringNumericLiteral)
}

/** Formats a file's size in kilobytes or, from 0.1 MB, in megabytes. */
export function formatBytes(locale: Locale, bytes: number): string {
  const isLarge = bytes >= 100_000
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  })
  const amount = bytes / (isLarge ? 1_000_000 : 1000)
  return format.format(isLarge ? amount : Math.max(1, amount))
}

export function formatMonth(locale: Locale, month: string): string {
  return formatDate(locale, startOf(month), { month: 'long', year: 'numeric' })
}

/** Formats a month's short name, without its year. */
export function formatShortMonth(locale: Locale, month: string): string {
  return formatDate(locale, startOf(month), { month: 'short' })
}

export function formatDay(locale: Locale, day: Date | string): string {
  return formatDate(locale, new Date(day), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
}

/** Formats the hours and minutes of a time in UTC. */
export function formatTime(locale: Locale, time: string): string {
  return formatDate(locale, new Date(time), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}

/** Formats a day in digits and a short month, for tables. */
export function formatShortDay(locale: Locale, day: string): string {
  return formatDate(locale, startOf(day), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
}

function formatDate(
  locale: Locale,
  date: Date,
  options: Intl.DateTimeFormatOptions,
): string {
  return new Intl.DateTimeFormat(locale, {
    ...options,
    timeZone: 'UTC',
  }).format(date)
}
