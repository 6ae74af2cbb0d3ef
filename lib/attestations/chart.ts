import type { Reading, Slot } from './series'

/** A month's width and a plot's height in the drawing's own units: it is stretched to its place on the page. */
export const monthWidth = 10
export const plotHeight = 100

type Value = number | undefined
export type Scale = { low: number; high: number }

export function scaleFromZero(values: Value[]): Scale {
  return { low: 0, high: roundUp(Math.max(0, ...present(values))) }
}

/** A scale around 0 for deviations; upwards only where none is negative. */
export function scaleAroundZero(values: Value[]): Scale {
  const high = roundUp(Math.max(0, ...present(values).map(Math.abs)))
  return { low: present(values).some((value) => value < 0) ? -high : 0, high }
}

const roundSteps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

function roundUp(value: number): number {
  if (value === 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = roundSteps.find((candidate) => candidate * power >= value) ?? 10
  return Number((step * power).toPrecision(6))
}

function present(values: Value[]): number[] {
  return values.filter((value) => value !== undefined)
}

/** A line through the months' values; it breaks where a month has none. Round line caps make a dot of a month by itself. */
export function linePath(values: Value[], scale: Scale): string {
  return draw(values, (x, y, index) => (values[index - 1] === undefined ? `M${x} ${y}h0` : `L${x} ${y}`), scale)
}

export function barPath(values: Value[], scale: Scale): string {
  return draw(values, (x, y) => `M${x} ${place(0, scale)}V${y}`, scale)
}

function draw(values: Value[], mark: (x: number, y: number, index: number) => string, scale: Scale): string {
  return values
    .map((value, index) => (value === undefined ? '' : mark(middleOf(index), place(value, scale), index)))
    .join('')
}

/** An upright line through each month that has no figures; a run of missing months has the room of one. */
export function gapPath(readings: Reading[]): string {
  return readings.map(({ figures }, index) => (figures ? '' : `M${middleOf(index)} 0V${plotHeight}`)).join('')
}

// Each month's name has room, on a phone every other one's.
const maxMonthsNamed = 12

/**
 * The marks below the months: each January's year, and that of the month after a run of missing ones. A short series has
 * its months' names as well, with the first one's year.
 */
export function axisMarks(slots: Slot[]): { month?: string; year?: string }[] {
  const isShort = slots.length <= maxMonthsNamed
  return slots.map(({ month, until }, index) => {
    if (until) return {}
    const isMarked = month.endsWith('-01') || slots[index - 1]?.until || (isShort && index === 0)
    return { ...(isShort && { month }), ...(isMarked && { year: month.slice(0, 4) }) }
  })
}

function middleOf(index: number): number {
  return (index + 0.5) * monthWidth
}

export function place(value: number, { low, high }: Scale): number {
  return Math.round(plotHeight * (1 - (value - low) / (high - low)) * 10) / 10
}
