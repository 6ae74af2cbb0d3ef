import type { Scheme } from '@/lib/brand/look'
import { BAND, band } from '@/lib/engraving/band'
import type { Emblem } from '@/lib/engraving/mark'
import { type Metal, ROSETTE_RADIUS, ROSETTES } from '@/lib/engraving/presets'
import { rosette, sectorTurns } from '@/lib/engraving/rosette'
import { SHARE_IMAGE } from '@/lib/root-files'
import { setLines } from './lines'
import { escapeText, type Raster } from './raster'

type Words = { brand: string; product: string; title: string; tagline: string }

type Look = { light: Scheme; emblem: Emblem; raster: Raster }

const { width, height } = SHARE_IMAGE
const margin = 72
const column = 600

/** SVG: a rosette cut by the right edge, the title beside it, a border at the foot. */
export function shareImage(metal: Metal, words: Words, look: Look): string {
  const { light, raster } = look
  const ink = light[metal]
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${raster.family}" font-weight="500">` +
    `<rect width="${width}" height="${height}" fill="${light.paper}"/>` +
    `<g fill="none" stroke="${ink}">${engraving(metal)}${border(light)}</g>` +
    `${letterhead(ink, words, look)}${headline(words.title, look)}` +
    `${text(margin, 556, 25, light.soft, words.tagline)}</svg>`
  )
}

// Centred between the upper edge and the border at the foot.
function engraving(metal: Metal): string {
  const radius = 400
  const paths = rosette(ROSETTES[metal]).map((d) => `<path d="${d}"/>`)
  const turns = [0, ...sectorTurns(ROSETTES[metal])]
  const sectors = turns.map((turn) => `<g transform="rotate(${turn})">${paths.join('')}</g>`)
  const scale = radius / ROSETTE_RADIUS
  return `<g transform="translate(1090 296) scale(${scale})" stroke-width="${0.75 / scale}">${sectors.join('')}</g>`
}

function border({ paper }: Scheme): string {
  const scale = 2
  const top = height - BAND.height * scale - 8
  const tiles = Array.from(
    { length: Math.ceil(width / (BAND.width * scale)) },
    (_, i) => `<path transform="translate(${i * BAND.width} 0)" d="${band()}"/>`,
  )
  const ground = `<rect y="${top}" width="${width}" height="${height - top}" fill="${paper}" stroke="none"/>`
  return `${ground}<g transform="translate(0 ${top}) scale(${scale})" stroke-width="0.5">${tiles.join('')}</g>`
}

function letterhead(ink: string, { brand, product }: Words, { light, emblem, raster }: Look): string {
  const [baseline, size, gap] = [99, 36, 22]
  const brandX = margin + 70
  const ruleX = brandX + raster.measureText(brand, size, 600) + gap
  return (
    `<g transform="translate(${margin + 26} 87) scale(0.54)" fill="none" stroke="${ink}" color="${ink}">${emblem(3.2)}</g>` +
    text(brandX, baseline, size, light.ink, brand, 600) +
    `<path d="M${ruleX} 68V106" stroke="${light.rule}" stroke-width="1.5"/>` +
    text(ruleX + gap, baseline, 26, light.soft, product)
  )
}

function headline(title: string, { light, raster }: Look): string {
  const { size, lines } = setLines(title, [70, 64, 58, 52, 46, 40], column, 4, raster.measureText)
  const leading = size * 1.1
  const first = 330 - ((lines.length - 1) * leading) / 2 + size * 0.32
  return lines.map((line, i) => text(margin, first + i * leading, size, light.ink, line)).join('')
}

function text(x: number, y: number, size: number, fill: string, words: string, weight = 500): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" font-weight="${weight}">${escapeText(words)}</text>`
}
