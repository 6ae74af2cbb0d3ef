import type { MonthRange } from './report-pages'
import type { SeriesMonth } from './series'

/**
 * A month's width and the plot's height in drawing units; the drawing is
 * stretched to fit the page, and `chart.css` colors it.
 */
export const monthWidth = 10
export const plotHeight = 100

export type Scale = { low: number; high: number }

const roundSteps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

// The deviation that the scale shows if coverage has always been exactly 100%.
const smallDeviation = 0.001

/**
 * Returns a scale around 0 that ends at round numbers and only extends below 0
 * if a value is negative.
 */
export function scaleAroundZero(values: (number | undefined)[]): Scale {
  const given = values.filter((value) => value !== undefined)
  const high = roundUp(Math.max(0, ...given.map(Math.abs)) || smallDeviation)
  return { low: given.some((value) => value < 0) ? -high : 0, high }
}

/** Returns a scale from 0 to a round number. */
export function scaleFromZero(values: (number | undefined)[]): Scale {
  const given = values.filter((value) => value !== undefined)
  return { low: 0, high: roundUp(Math.max(0, ...given) || 1) }
}

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = roundSteps.find((candidate) => candidate * power >= value) ?? 10
  return Number((step * power).toPrecision(6))
}

/** Returns the y coordinate of a value, from the top. */
function heightOf(value: number, { low, high }: Scale): number {
  return Math.round(plotHeight * (1 - (value - low) / (high - low)) * 10) / 10
}

/** Draws a line across the plot at each of these values. */
export function rulePath(
  values: number[],
  scale: Scale,
  width: number,
): string {
  return values.map((value) => `M0 ${heightOf(value, scale)}H${width}`).join('')
}

/**
 * Draws a level line for each month that has a value, joined to its neighbors.
 */
export function stepPath(values: (number | undefined)[], scale: Scale): string {
  return pathOf(values, (value, index) => {
    const isFirst = values[index - 1] === undefined
    const start = isFirst ? `M${index * monthWidth} ` : 'V'
    return `${start}${heightOf(value, scale)}h${monthWidth}`
  })
}

/** Draws a column from 0 for each month that has a value. */
export function areaPath(values: (number | undefined)[], scale: Scale): string {
  return pathOf(values, (value, index) => {
    const left = index * monthWidth
    return `M${left} ${plotHeight}V${heightOf(value, scale)}h${monthWidth}V${plotHeight}Z`
  })
}

/** Draws a bar from 0 for each month that has a value. */
export function barPath(values: (number | undefined)[], scale: Scale): string {
  const zero = heightOf(0, scale)
  return pathOf(values, (value, index) => {
    return `M${middleOf(index)} ${zero}V${heightOf(value, scale)}`
  })
}

/** Joins the drawings of the months that have a value. */
function pathOf(
  values: (number | undefined)[],
  draw: (value: number, index: number) => string,
): string {
  return values
    .map((value, index) => (value === undefined ? '' : draw(value, index)))
    .join('')
}

/**
 * Draws a vertical line through each month without figures. A run of missing
 * months is as wide as one month.
 */
export function gapPath(readings: SeriesMonth[]): string {
  return readings
    .map(({ figures }, index) =>
      figures ? '' : `M${middleOf(index)} 0V${plotHeight}`,
    )
    .join('')
}

function middleOf(index: number): number {
  return (index + 0.5) * monthWidth
}

// The longest series, in months, in which every month has a label.
const maxMonthsNamed = 12

export type AxisMark = { month?: string; year?: string; isMinor?: boolean }

/**
 * Returns the labels below the plot: every month in a short series, and the
 * first of each quarter in a long one, with the year at each January, at the
 * first month and after a run of missing months. Minor labels do not fit on a
 * phone.
 */
export function axisMarks(ranges: MonthRange[]): AxisMark[] {
  const isShort = ranges.length <= maxMonthsNamed
  return ranges.map(({ month, until }, index) => {
    if (until) return {}
    const isAfterGap = ranges[index - 1]?.until !== undefined
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
