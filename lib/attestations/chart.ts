import type { Reading, Slot } from './series'

/** A month's width and a plot's height in the drawing's own units: it is stretched to its place on the page. */
export const monthWidth = 10
export const plotHeight = 100

export type Scale = { low: number; high: number }

const roundSteps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** A scale around 0 for deviations, with a round number at its ends; upwards only where none is negative. */
export function scaleAroundZero(values: number[]): Scale {
  const largest = Math.max(0, ...values.map(Math.abs))
  const power = 10 ** Math.floor(Math.log10(largest))
  const step =
    roundSteps.find((candidate) => candidate * power >= largest) ?? 10
  const high = largest === 0 ? 1 : Number((step * power).toPrecision(6))
  return { low: values.some((value) => value < 0) ? -high : 0, high }
}

/** The height at which a value is drawn, from the top. */
export function heightOf(value: number, { low, high }: Scale): number {
  return Math.round(plotHeight * (1 - (value - low) / (high - low)) * 10) / 10
}

/** A bar from 0 for each month with a value. */
export function barPath(values: (number | undefined)[], scale: Scale): string {
  const bars = values.map((value, index) => {
    return value === undefined
      ? ''
      : `M${middleOf(index)} ${heightOf(0, scale)}V${heightOf(value, scale)}`
  })
  return bars.join('')
}

/** An upright line through each month that has no figures; a run of missing months has the room of one. */
export function gapPath(readings: Reading[]): string {
  return readings
    .map(({ figures }, index) =>
      figures ? '' : `M${middleOf(index)} 0V${plotHeight}`,
    )
    .join('')
}

function middleOf(index: number): number {
  return (index + 0.5) * monthWidth
}

// Each month's name has room.
const maxMonthsNamed = 12

export type AxisMark = { month?: string; year?: string; isMinor?: boolean }

/**
 * The marks below the months: names of all in a short series, of each quarter's first in a long one, with the year of
 * each January, of the first month, and of the month after a run of missing ones. Minor names have no room on a phone.
 */
export function axisMarks(slots: Slot[]): AxisMark[] {
  const isShort = slots.length <= maxMonthsNamed
  return slots.map(({ month, until }, index) => {
    if (until) return {}
    const isAfterGap = slots[index - 1]?.until !== undefined
    const isNamed = isShort || isAfterGap || /-(01|04|07|10)$/.test(month)
    const isMinor = isShort ? index % 2 === 1 : /-(04|10)$/.test(month)
    const hasYear =
      month.endsWith('-01') || isAfterGap || (isShort && index === 0)
    return {
      ...(isNamed && { month, isMinor }),
      ...(hasYear && { year: month.slice(0, 4) }),
    }
  })
}
