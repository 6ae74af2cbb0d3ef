import { readFileSync } from 'node:fs'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { loadFonts } from './font'
import { encodePalettePng, printPalette } from './palette-png'

await initWasm(readFileSync('node_modules/@resvg/resvg-wasm/index_bg.wasm'))

const font = { fontBuffers: loadFonts(), defaultFontFamily: 'Bodoni Moda' }

/** An SVG document as a PNG file of its own size. */
export function renderPng(svg: string): Uint8Array {
  return new Resvg(svg, { font }).render().asPng()
}

/** An SVG document that is printed on a paper in some inks (CSS #rrggbb) as a small PNG file. */
export function renderPrint(svg: string, paper: string, inks: readonly string[]): Buffer {
  return encodePalettePng(new Resvg(svg, { font }).render(), printPalette(paper, inks))
}

/** The width of the ink of a text, in pixels. */
export function measureText(text: string, size: number, weight = 500): number {
  const sample = `<text font-family="Bodoni Moda" font-size="${size}" font-weight="${weight}">${escapeXml(text)}</text>`
  return new Resvg(`<svg xmlns="http://www.w3.org/2000/svg">${sample}</svg>`, { font }).getBBox()?.width ?? 0
}

/** A text for SVG. The font has no narrow no-break space (U+202F), so a wider one stands for it. */
export function escapeXml(text: string): string {
  return text.replaceAll('\u202f', '\u00a0').replace(/[&<>"]/g, (mark) => `&#${mark.codePointAt(0)};`)
}

/** A PNG file of at most 255 pixels a side as an .ico file, which may hold it as it is. */
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
