import { readFileSync } from 'node:fs'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import upng from 'upng-js'
import { escapeHtml } from '@/lib/escape-html'

await initWasm(readFileSync('node_modules/@resvg/resvg-wasm/index_bg.wasm'))

// As TrueType: the renderer reads no WOFF.
const fontFiles = ['500Medium/BodoniModa_500Medium.ttf', '600SemiBold/BodoniModa_600SemiBold.ttf']
const font = {
  fontBuffers: fontFiles.map((file) => readFileSync(`node_modules/@expo-google-fonts/bodoni-moda/${file}`)),
  defaultFontFamily: 'Bodoni Moda',
}

const maxColours = 128

export function renderPng(svg: string): Uint8Array {
  return new Resvg(svg, { font }).render().asPng()
}

/** With a palette: a third of the bytes; some messengers show no preview above 600 kB. */
export function renderPalettePng(svg: string): Uint8Array {
  const { width, height, pixels } = new Resvg(svg, { font }).render()
  return new Uint8Array(upng.encode([Uint8Array.from(pixels).buffer], width, height, maxColours))
}

export function measureText(text: string, size: number, weight = 500): number {
  const sample = `<text font-family="Bodoni Moda" font-size="${size}" font-weight="${weight}">${escapeText(text)}</text>`
  return new Resvg(`<svg xmlns="http://www.w3.org/2000/svg">${sample}</svg>`, { font }).getBBox()?.width ?? 0
}

/** The font has no narrow no-break space (U+202F), so a wider one replaces it. */
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
