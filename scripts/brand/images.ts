// Draws a brand's icons and share images from its mark, names, colors and
// fonts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { createTranslator } from 'next-intl'
import { readLook, type Scheme } from '@/lib/brand/look'
import { loadMessages } from '@/lib/i18n/messages'
import { type Locale, routing } from '@/lib/i18n/routing'
import { icons, SHARE_IMAGE, shareImagePath } from '@/lib/root-files'
import { indexedPages, type PageName } from '@/lib/routes'
import { pageContent } from '@/lib/seo/page-content'
import { site } from '@/lib/site'
import { escapeHtml } from '@/lib/text'
import { readText } from '@/lib/text-file.mjs'
import { imagesFolder, lookFiles } from '../look/files'
import { encodePng } from './png'

type Drawing = {
  mark: string
  font: Buffer
  colors: Scheme
}

/** Writes all images of a brand; returns their paths. */
export async function writeImages(folder: string): Promise<string[]> {
  const require = createRequire(import.meta.url)
  await initWasm(
    readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')),
  )
  const files = lookFiles(folder)
  const { light, dark } = readLook(folder).palette
  const drawing = {
    mark: String(files['mark.svg']),
    font: files['serif.woff2'] as Buffer,
    colors: light,
  }
  const images: Record<string, string | Uint8Array> = {
    '/icon.svg': themedIcon(drawing.mark, light.gold, dark.gold),
    '/favicon.ico': iconFile(drawIcon(drawing, 32, 'any')),
  }
  for (const { path, size, purpose } of icons)
    images[path] = drawIcon(drawing, size, purpose)
  for (const page of indexedPages)
    for (const locale of routing.locales)
      images[shareImagePath(page, locale)] = await drawShareImage(
        drawing,
        page,
        locale,
      )
  for (const [path, image] of Object.entries(images)) {
    const file = join(imagesFolder(folder), path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, image)
  }
  return Object.keys(images)
}

// The part of an icon that the mark fills, in percent. Launchers may crop
// `maskable` icons to a circle of 80 %.
const shareOfMark = { any: 100, apple: 76, maskable: 64 }

function drawIcon(
  { mark, font, colors }: Drawing,
  size: number,
  purpose: keyof typeof shareOfMark,
): Uint8Array {
  const side = (size * shareOfMark[purpose]) / 100
  const ground =
    purpose === 'any' ? '' : `<rect ${box(0, size)} fill="${colors.paper}"/>`
  const content =
    ground + paintedMark(mark, (size - side) / 2, side, colors.gold)
  return render(svg(size, size, content), font)
}

function themedIcon(mark: string, light: string, dark: string): string {
  const style = `<style>svg{color:${light}}@media (prefers-color-scheme:dark){svg{color:${dark}}}</style>`
  return svg(100, 100, style + paintedMark(mark, 0, 100, 'currentColor'))
}

/** Paints the opaque parts of a square mark, as the site does. */
function paintedMark(
  mark: string,
  at: number,
  side: number,
  color: string,
  top = at,
): string {
  const placed = mark.replace(/^<svg[^>]*>/, (tag) =>
    tag
      .replace(/ (x|y|width|height)="[^"]*"/g, '')
      .replace(
        '<svg',
        `<svg x="${at}" y="${top}" width="${side}" height="${side}"`,
      ),
  )
  return `<mask id="mark" mask-type="alpha">${placed}</mask><rect x="${at}" y="${top}" width="${side}" height="${side}" fill="${color}" mask="url(#mark)"/>`
}

/** An icon file with one image, which has at most 255 pixels per side. */
function iconFile(png: Uint8Array): Uint8Array {
  const header = Buffer.alloc(22)
  const side = Buffer.from(png).readUInt32BE(16)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(side, 6)
  header.writeUInt8(side, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

const margin = 73
const textWidth = 590

async function drawShareImage(
  { mark, font, colors }: Drawing,
  page: PageName,
  locale: Locale,
): Promise<Uint8Array> {
  const t = createTranslator({ locale, messages: await loadMessages(locale) })
  const { width, height } = SHARE_IMAGE
  const metal = page === 'home' ? 'gold' : 'silver'
  const color = colors[metal]
  const bandTop = 594
  const content = [
    `<rect ${box(0, width)} fill="${colors.paper}"/>`,
    engraving(`rosette-${metal}`, 695, -98, 790, color),
    `<rect y="${bandTop}" width="${width}" height="${height}" fill="${colors.paper}"/>`,
    band(bandTop, color),
    paintedMark(mark, margin - 1, 52, color, 61),
    names(colors, font),
    heading(t(pageContent[page].heading), colors.ink, font),
    text(t('Hero.eyebrow'), {
      x: margin,
      y: 557,
      size: 27,
      color: colors.soft,
    }),
  ]
  return render(svg(width, height, content.join('')), font)
}

function names({ ink, soft, rule }: Scheme, font: Buffer): string {
  const gap = 22
  const start = margin + 70
  const brand = widthOf(site.brand, 37, font)
  const product = widthOf(site.product, 27, font)
  // Long names are drawn smaller, so that they end before the rosette.
  const fit = Math.min(1, (textWidth - 70) / (brand + product + 2 * gap))
  const line = start + (brand + gap) * fit
  const y = 99
  return [
    text(site.brand, { x: start, y, size: 37 * fit, color: ink, isBold: true }),
    `<path d="M${line} 69v36" stroke="${rule}" stroke-width="2"/>`,
    text(site.product, { x: line + gap * fit, y, size: 27 * fit, color: soft }),
  ].join('')
}

const maxLines = 4

/** The heading in the largest size that fits, around the middle. */
function heading(words: string, color: string, font: Buffer): string {
  const sizes = [72, 64, 56, 48, 40]
  const fitting = sizes.map((size) => ({
    size,
    lines: wrap(words, size, font),
  }))
  const { size, lines } =
    fitting.find((each) => each.lines.length <= maxLines) ??
    (fitting.at(-1) as (typeof fitting)[0])
  const lineHeight = size * 1.08
  const first = 353 - ((lines.length - 1) * lineHeight) / 2
  return lines
    .map((line, at) =>
      text(line, { x: margin, y: first + at * lineHeight, size, color }),
    )
    .join('')
}

/** Breaks a heading into lines of similar width, as few as possible. */
function wrap(words: string, size: number, font: Buffer): string[] {
  const fewest = fill(words, textWidth, size, font)
  for (let width = textWidth / 2; width < textWidth; width += 10) {
    const lines = fill(words, width, size, font)
    if (lines.length === fewest.length) return lines
  }
  return fewest
}

function fill(
  words: string,
  width: number,
  size: number,
  font: Buffer,
): string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    const fits = lines.length > 0 && widthOf(longer, size, font) <= width
    if (fits) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function widthOf(words: string, size: number, font: Buffer): number {
  const all = words.split(' ').map((word) => widthOfWord(word, font))
  const sum = all.reduce((one, other) => one + other, 0)
  return (sum + (all.length - 1) * spaceWidth) * size
}

/** The width of a space in ems, roughly. */
const spaceWidth = 0.25

const measured = new Map<string, number>()

/** The width of a word in ems. */
function widthOfWord(word: string, font: Buffer): number {
  const style = { x: 0, y: 0, size: 100, color: '#000' }
  const width =
    measured.get(word) ??
    (open(svg(10, 10, text(word, style)), font).getBBox()?.width ?? 0) / 100
  measured.set(word, width)
  return width
}

type Style = {
  x: number
  y: number
  size: number
  color: string
  /** Drawn with an outline, because the font has its regular weight. */
  isBold?: boolean
}

function text(words: string, { x, y, size, color, isBold }: Style): string {
  const outline = isBold ? ` stroke="${color}" stroke-width="${size / 40}"` : ''
  return `<text x="${x}" y="${y}" font-family="brand" font-size="${size}" fill="${color}"${outline}>${escapeHtml(words)}</text>`
}

function engraving(
  name: string,
  x: number,
  y: number,
  side: number,
  color: string,
): string {
  const source = readText(`components/engraving/${name}.svg`) ?? ''
  return source
    .replace('#000', color)
    .replace('<svg', `<svg x="${x}" y="${y}" width="${side}" height="${side}"`)
}

/** The ribbon at the bottom, between two lines. */
function band(top: number, color: string): string {
  const width = 144
  const tile = (readText('components/engraving/band.svg') ?? '')
    .replace('#000', color)
    .replace('<svg', `<svg width="${width}" height="28"`)
  const line = (y: number) =>
    `<path d="M0 ${y}h${SHARE_IMAGE.width}" stroke="${color}" stroke-width="1.5"/>`
  return `<pattern id="band" y="${top}" width="${width}" height="28" patternUnits="userSpaceOnUse">${tile}</pattern><rect y="${top}" width="${SHARE_IMAGE.width}" height="28" fill="url(#band)"/>${line(top + 1)}${line(top + 27)}`
}

function box(at: number, side: number): string {
  return `x="${at}" y="${at}" width="${side}" height="${side}"`
}

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}

function render(source: string, font: Buffer): Uint8Array {
  const { width, height, pixels } = open(source, font).render()
  return encodePng(width, height, pixels)
}

// Every text uses the only font there is, whatever its family is called.
function open(source: string, font: Buffer) {
  return new Resvg(source, {
    font: { fontBuffers: [font], loadSystemFonts: false },
  })
}
