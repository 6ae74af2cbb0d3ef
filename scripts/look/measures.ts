import { readFileSync } from 'node:fs'
import { BrandError } from '@/lib/brand/facts'
import type { Font } from '@/lib/brand/look'

type Measures = NonNullable<Font['fallback']['regular']>
type Metrics = {
  familyName: string
  ascent: number
  descent: number
  lineGap: number
  unitsPerEm: number
  xWidthAvg: number
}
type Known = Record<string, Metrics & { variants: Record<string, Metrics | undefined> }>

// Those of Google's fonts and the usual ones of systems, which Next takes its own fallbacks from.
const table = 'node_modules/next/dist/server/capsize-font-metrics.json'

/** The measures of the font that stands in for this one: those of the look, else known ones. Throws BrandError. */
export function fallbackMeasures({ family, fallback }: Font): Record<'regular' | 'bold', Measures> {
  const { like, regular, bold } = fallback
  if (regular && bold) return { regular, bold }
  const known: Known = JSON.parse(readFileSync(table, 'utf8'))
  const [font, other] = [family, like].map((name) => Object.values(known).find(({ familyName }) => familyName === name))
  if (!font || !other)
    throw new BrandError(
      `The measures of ${family} are not known: its fallback needs regular and bold (docs/brands.md).`,
    )
  return {
    regular: regular ?? compare(font, other),
    bold: bold ?? compare(font.variants[700] ?? font, other.variants[700] ?? other),
  }
}

function compare(font: Metrics, other: Metrics): Measures {
  const size = font.xWidthAvg / font.unitsPerEm / (other.xWidthAvg / other.unitsPerEm)
  const percent = (part: number) => Math.round((1000 * part) / font.unitsPerEm / size) / 10
  return {
    ascent: percent(font.ascent),
    descent: percent(-font.descent),
    lineGap: percent(font.lineGap),
    sizeAdjust: Math.round(1000 * size) / 10,
  }
}
