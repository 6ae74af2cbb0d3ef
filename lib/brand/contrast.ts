import type { Palette, Scheme } from './look'

/**
 * Contrast ratios of WCAG 2.2 AA: for text (1.4.3), and for lines and shapes
 * that carry meaning (1.4.11).
 */
const TEXT = 4.5
const PART = 3

type Pair = { color: keyof Scheme; need: number; use: string }

/**
 * Colors used on `paper`, or under it: buttons are paper on ink, the
 * demonstration banner is paper on gold. `rule` is purely decorative.
 */
const pairs: readonly Pair[] = [
  { color: 'ink', need: TEXT, use: 'text and buttons' },
  { color: 'soft', need: TEXT, use: 'secondary text' },
  { color: 'gold', need: TEXT, use: 'headings in gold' },
  { color: 'silver', need: TEXT, use: 'headings in silver' },
  { color: 'bad', need: TEXT, use: 'errors' },
  { color: 'good', need: PART, use: 'the line next to a success message' },
]

export function findFaintPairs({
  light,
  dark,
  deep,
  print,
}: Palette): string[] {
  const grounds: [name: string, ground: string, colors: Partial<Scheme>][] = [
    ['light.paper', light.paper, light],
    ['dark.paper', dark.paper, dark],
    ['deep', deep, dark],
    ['white (print)', '#ffffff', print],
  ]
  return grounds.flatMap(([name, ground, colors]) =>
    pairs.flatMap(({ color, need, use }) => {
      const value = colors[color]
      const ratio = value ? contrastRatio(value, ground) : need
      // Truncates instead of rounding, because 4.496 is not 4.5.
      const shown = Math.floor(ratio * 100) / 100
      if (ratio >= need) return []
      return [
        `${color} ${value} on ${name} ${ground} (${use}) has a contrast of ${shown}:1 and needs ${need}:1`,
      ]
    }),
  )
}

/**
 * Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2, "contrast
 * ratio").
 */
export function contrastRatio(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort(
    (a, b) => b - a,
  )
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
