import { readFileSync } from 'node:fs'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import upng from 'upng-js'
import { BrandError } from '@/lib/brand/facts'
import { drawnFont, type Look } from '@/lib/brand/look'
import { escapeHtml } from '@/lib/escape-html'
import { readTrueType } from '../look/fonts'
import { fontFamilyOf } from './font-name'

const initialised = initWasm(readFileSync('node_modules/@resvg/resvg-wasm/index_bg.wasm'))

const maxColours = 128

export type Raster = {
  family: string
  renderPng: (svg: string) => Uint8Array
  renderPalettePng: (svg: string) => Uint8Array
  measureText: (text: string, size: number, weight?: number) => number
}

/** Draws SVG with the font of a brand's share images, as TrueType: the renderer reads no WOFF. Throws BrandError. */
export async function openRaster(look: Look): Promise<Raster> {
  const files = Object.values(drawnFont(look).trueType)
  const fontBuffers = files.map((file) => readTrueType(look, file))
  const [family = '', other] = fontBuffers.map(fontFamilyOf)
  if (family === '' || family !== other) throw new BrandError(`${files.join(' and ')} are not of one family.`)
  const font = { fontBuffers, defaultFontFamily: family }
  await initialised
  const measureText: Raster['measureText'] = (text, size, weight = 500) => {
    const sample = `<text font-family="${family}" font-size="${size}" font-weight="${weight}">${escapeText(text)}</text>`
    return new Resvg(`<svg xmlns="http://www.w3.org/2000/svg">${sample}</svg>`, { font }).getBBox()?.width ?? 0
  }
  return {
    family,
    measureText,
    renderPng: (svg) => new Resvg(svg, { font }).render().asPng(),
    // With a palette: a third of the bytes; some messengers show no preview above 600 kB.
    renderPalettePng: (svg) => {
      const { width, height, pixels } = new Resvg(svg, { font }).render()
      return new Uint8Array(upng.encode([Uint8Array.from(pixels).buffer], width, height, maxColours))
    },
  }
}

/** A font may have no narrow no-break space (U+202F), so a wider one replaces it. */
export function escapeText(text: string): string {
  return escapeHtml(text.replaceAll('\u202f', '\u00a0'))
}

/** A PNG of at most 255 pixels a side as an .ico file, which may contain PNG. */
export function wrapIcon(png: Uint8Array, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // one image
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits a pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
