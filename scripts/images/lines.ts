import type { Raster } from './raster'

type Measure = Raster['measureText']

export type Lines = { size: number; lines: string[] }

/** Sets a title in at most `max` lines of similar length, in the largest size (pixels) that fits. */
export function setLines(title: string, sizes: readonly number[], width: number, max: number, measure: Measure): Lines {
  const words = title.split(' ')
  const smallest = sizes.at(-1) ?? 0
  const broken = (candidate: number, room: number) => breakLines(words, candidate, room, measure)
  const fits = (candidate: number) => {
    const lines = broken(candidate, width)
    return lines.length <= max && lines.every((line) => measure(line, candidate) <= width)
  }
  const size = sizes.find(fits) ?? smallest
  const { length } = broken(size, width)
  let narrow = width
  while (narrow > 1 && broken(size, narrow - step).length === length) narrow -= step
  return { size, lines: broken(size, narrow) }
}

const step = 10

function breakLines(words: readonly string[], size: number, width: number, measure: Measure): string[] {
  const lines: string[] = []
  for (const word of words) {
    const line = lines.at(-1)
    const longer = line === undefined ? word : `${line} ${word}`
    if (line === undefined || measure(longer, size) > width) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}
