import { measureText } from './raster'

export type Lines = { size: number; lines: string[] }

/** Sets a title in at most `max` lines of similar length, in the largest size (pixels) that fits. */
export function setLines(title: string, sizes: readonly number[], width: number, max: number): Lines {
  const words = title.split(' ')
  const smallest = sizes.at(-1) ?? 0
  const size = sizes.find((candidate) => fits(breakLines(words, candidate, width), candidate, width, max)) ?? smallest
  const { length } = breakLines(words, size, width)
  let narrow = width
  while (narrow > 1 && breakLines(words, size, narrow - step).length === length) narrow -= step
  return { size, lines: breakLines(words, size, narrow) }
}

const step = 10

function fits(lines: string[], size: number, width: number, max: number): boolean {
  return lines.length <= max && lines.every((line) => measureText(line, size) <= width)
}

function breakLines(words: readonly string[], size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const line = lines.at(-1)
    const longer = line === undefined ? word : `${line} ${word}`
    if (line === undefined || measureText(longer, size) > width) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}
