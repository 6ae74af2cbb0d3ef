import { createRequire } from 'node:module'
import type { Font } from '@/lib/brand/look'

export type Measures = NonNullable<Font['fallback']['regular']>
type Parsed = {
  ascent: number
  descent: number
  lineGap: number
  unitsPerEm: number
  glyphsForString: (text: string) => { advanceWidth: number }[]
}

// Next carries the parser that it measures fonts with (fontkit).
const parseFont: { default: (bytes: Buffer) => Parsed } = createRequire(import.meta.url)(
  'next/dist/compiled/@next/font/dist/fontkit',
)

// Letters and spaces as often as texts have them, and their average width in units of the size: as in Next's
// `get-fallback-metrics-from-font-file.js`. Bold ones by the ratio of the widths in its `capsize-font-metrics.json`.
const letters = 'aaabcdeeeefghiijklmnnoopqrrssttuvwxyz      '
const widths = { 'Times New Roman': { regular: 0.4172, bold: 0.4443 }, Arial: { regular: 0.4563, bold: 0.4913 } }

// What bold text of a family is wider: the median of the same table.
const boldWidening = 1.05

/** The measures of the font that stands in for this one: those of the look, else estimated from its file. */
export function fallbackMeasures({ fallback }: Font, bytes: Buffer): Record<'regular' | 'bold', Measures> {
  const { like, regular, bold } = fallback
  if (regular && bold) return { regular, bold }
  const font = parseFont.default(bytes)
  const own = widthOf(font)
  return {
    regular: measuresAt(font, own / widths[like].regular),
    bold: measuresAt(font, (boldWidening * own) / widths[like].bold),
  }
}

function widthOf(font: Parsed): number {
  const glyphs = font.glyphsForString(letters)
  return glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) / glyphs.length / font.unitsPerEm
}

function measuresAt({ ascent, descent, lineGap, unitsPerEm }: Parsed, size: number): Measures {
  const percent = (part: number) => Math.round((1000 * Math.abs(part)) / size) / 10
  return {
    ascent: percent(ascent / unitsPerEm),
    descent: percent(descent / unitsPerEm),
    lineGap: percent(lineGap / unitsPerEm),
    sizeAdjust: Math.round(1000 * size) / 10,
  }
}
