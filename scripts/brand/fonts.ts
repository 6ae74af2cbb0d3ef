// Measures a brand's fonts in a browser, so that the system fonts shown until
// they have loaded take up the same space.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyEdits, modify } from 'jsonc-parser'
import { chromium, type Page } from 'playwright'
import { type Font, readLook } from '@/lib/brand/look'
import { keysOf } from '@/lib/text'
import { lookFiles } from '../look/files'

const sample =
  'Each token represents one troy ounce of fine metal and is backed by physical metal that a vault holds for institutions.'

/** The width of the sample in ems. */
const systemWidths = {
  'Times New Roman': { regular: 46.792, bold: 49.808 },
  Arial: { regular: 51.584, bold: 55.901 },
}

const weights = { regular: 400, bold: 600 } as const

type Cut = keyof typeof weights
type Measures = Font['fallback'][Cut]
type Role = 'serif' | 'sans'
type Measured = { role: Role; cut: Cut; measures: Measures }

/** Writes the measures to look.json. */
export async function writeMeasures(folder: string, executablePath: string) {
  const file = join(folder, 'look.json')
  const measured = await measureFonts(folder, executablePath)
  const formattingOptions = { insertSpaces: true, tabSize: 2 }
  let text = readFileSync(file, 'utf8')
  for (const { role, cut, measures } of measured) {
    const path = ['fonts', role, 'fallback', cut]
    text = applyEdits(text, modify(text, path, measures, { formattingOptions }))
  }
  writeFileSync(file, text)
}

/** The tolerated difference in percent, because it depends on the text. */
const tolerance = 3

/** Returns the fonts whose measures in look.json are of another font. */
export async function findWrongMeasures(
  folder: string,
  executablePath: string,
): Promise<string[]> {
  const { fonts } = readLook(folder)
  const measured = await measureFonts(folder, executablePath)
  const wrong = measured.filter(({ role, cut, measures }) => {
    const stated = fonts[role].fallback[cut]
    return keysOf(measures).some(
      (name) => Math.abs(stated[name] - measures[name]) > tolerance,
    )
  })
  return wrong.map(({ role, cut }) => `${fonts[role].family} (${cut})`)
}

async function measureFonts(
  folder: string,
  executablePath: string,
): Promise<Measured[]> {
  const { fonts } = readLook(folder)
  const files = lookFiles(folder)
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox'],
  })
  try {
    const page = await browser.newPage()
    const measured: Measured[] = []
    for (const role of keysOf(fonts)) {
      const data = Buffer.from(files[`${role}.woff2`] ?? '').toString('base64')
      for (const cut of keysOf(weights)) {
        const measures = await measureFont(page, data, fonts[role], cut)
        measured.push({ role, cut, measures })
      }
    }
    return measured
  } finally {
    await browser.close()
  }
}

async function measureFont(
  page: Page,
  data: string,
  { weights: [lightest, heaviest], fallback }: Font,
  cut: Cut,
): Promise<Measures> {
  const drawn = await page.evaluate(
    async ({ source, range, weight, words }) => {
      const face = new FontFace('measured', source, { weight: range })
      document.fonts.clear()
      document.fonts.add(await face.load())
      const context = document.createElement('canvas').getContext('2d')
      if (!context) throw new Error('This browser cannot measure text.')
      context.font = `${weight} 1000px measured`
      const metrics = context.measureText(words)
      return {
        width: metrics.width / 1000,
        ascent: metrics.fontBoundingBoxAscent / 10,
        descent: metrics.fontBoundingBoxDescent / 10,
      }
    },
    {
      source: `url(data:font/woff2;base64,${data})`,
      range: `${lightest} ${heaviest}`,
      weight: weights[cut],
      words: sample,
    },
  )
  const scale = drawn.width / systemWidths[fallback.like][cut]
  const round = (percent: number) => Math.round(percent * 10) / 10
  return {
    ascent: round(drawn.ascent / scale),
    descent: round(drawn.descent / scale),
    // Has no effect, because the site's styles set every line height.
    lineGap: 0,
    sizeAdjust: round(100 * scale),
  }
}
