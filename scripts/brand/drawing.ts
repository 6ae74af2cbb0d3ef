import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { Scheme } from '@/lib/brand/look'
import { shareImage } from '@/lib/root-files'
import { escapeHtml } from '@/lib/text'
import { readText } from '@/lib/text-file.mjs'
import { attributesOf, placeMark, type Square } from '../look/files'
import { encodePng } from './png'

export type Drawing = {
  mark: string
  font: Buffer
  colors: Scheme
}

let started: Promise<void> | undefined

/** Loads the WebAssembly of resvg, once. Must run before `render`. */
export function startDrawing(): Promise<void> {
  const require = createRequire(import.meta.url)
  started ??= initWasm(
    readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')),
  )
  return started
}

/** Paints the opaque parts of a square mark, as the site does. */
export function paintedMark(
  mark: string,
  square: Square,
  color: string,
): string {
  const placed = placeMark(mark, square)
  return `<mask id="mark" mask-type="alpha">${placed}</mask><rect ${attributesOf(square)} fill="${color}" mask="url(#mark)"/>`
}

type Style = {
  x: number
  y: number
  size: number
  color: string
  /** Adds an outline, because only the font's regular weight is available. */
  isBold?: boolean
}

export function text(
  words: string,
  { x, y, size, color, isBold }: Style,
): string {
  const outline = isBold ? ` stroke="${color}" stroke-width="${size / 40}"` : ''
  return `<text x="${x}" y="${y}" font-family="brand" font-size="${size}" fill="${color}"${outline}>${escapeHtml(words)}</text>`
}

export function engraving(name: string, square: Square, color: string): string {
  const source = readText(`components/engraving/${name}.svg`) ?? ''
  return source
    .replace('#000', color)
    .replace('<svg', `<svg ${attributesOf(square)}`)
}

/** Draws the ribbon at the bottom, between two lines. */
export function band(top: number, color: string): string {
  const width = 144
  const tile = (readText('components/engraving/band.svg') ?? '')
    .replace('#000', color)
    .replace('<svg', `<svg width="${width}" height="28"`)
  const line = (y: number) =>
    `<path d="M0 ${y}h${shareImage.width}" stroke="${color}" stroke-width="1.5"/>`
  return `<pattern id="band" y="${top}" width="${width}" height="28" patternUnits="userSpaceOnUse">${tile}</pattern><rect y="${top}" width="${shareImage.width}" height="28" fill="url(#band)"/>${line(top + 1)}${line(top + 27)}`
}

export function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}

export function render(source: string, font: Buffer): Uint8Array {
  const { width, height, pixels } = open(source, font).render()
  return encodePng(width, height, pixels)
}

/** Sets every text in the given font, because no other font is loaded. */
export function open(source: string, font: Buffer) {
  return new Resvg(source, {
    font: { fontBuffers: [font], loadSystemFonts: false },
  })
}
