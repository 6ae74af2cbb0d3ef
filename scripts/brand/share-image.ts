import { createTranslator } from 'next-intl'
import type { Scheme } from '@/lib/brand/look'
import { loadMessages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { shareImage } from '@/lib/root-files'
import type { PageName } from '@/lib/routes'
import { pageContent } from '@/lib/seo/page-content'
import { firstMetal, lastMetal, site } from '@/lib/site'
import { attributesOf } from '../look/files'
import {
  band,
  type Drawing,
  engraving,
  open,
  paintedMark,
  svg,
  text,
} from './drawing'

const margin = 73
const textWidth = 590

/** Draws the image that link previews show for a page, as SVG. */
export async function drawShareImage(
  { mark, font, colors }: Drawing,
  page: PageName,
  locale: Locale,
): Promise<string> {
  const t = createTranslator({ locale, messages: await loadMessages(locale) })
  const { width, height } = shareImage
  const metal = page === 'home' ? firstMetal : lastMetal
  const color = colors[metal]
  const bandTop = 594
  const content = [
    `<rect ${attributesOf({ left: 0, top: 0, side: width })} fill="${colors.paper}"/>`,
    engraving(`rosette-${metal}`, { left: 695, top: -98, side: 790 }, color),
    `<rect y="${bandTop}" width="${width}" height="${height}" fill="${colors.paper}"/>`,
    band(bandTop, color),
    paintedMark(mark, { left: margin - 1, top: 61, side: 52 }, color),
    names(colors, font),
    heading(t(pageContent[page].heading), colors.ink, font),
    text(t('Hero.eyebrow'), {
      x: margin,
      y: 557,
      size: 27,
      color: colors.soft,
    }),
  ]
  return svg(width, height, content.join(''))
}

function names({ ink, soft, rule }: Scheme, font: Buffer): string {
  const gap = 22
  const start = margin + 70
  const brand = emsOf(site.brand, font) * 37
  const product = emsOf(site.product, font) * 27
  // Draws long names smaller, so that they end before the rosette.
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

/**
 * Sets the heading in the largest size in which it fits, vertically centered.
 */
function heading(words: string, color: string, font: Buffer): string {
  const sizes = [72, 64, 56, 48, 40]
  const fitting = sizes.map((size) => ({
    size,
    lines: wrap(words, size, font),
  }))
  const { size, lines } =
    fitting.find((fit) => fit.lines.length <= maxLines) ??
    (fitting.at(-1) as (typeof fitting)[0])
  const lineHeight = size * 1.08
  const first = 353 - ((lines.length - 1) * lineHeight) / 2
  return lines
    .map((line, index) =>
      text(line, { x: margin, y: first + index * lineHeight, size, color }),
    )
    .join('')
}

/** Breaks a heading into lines of similar width, as few as possible. */
function wrap(words: string, size: number, font: Buffer): string[] {
  const fewest = breakLines(words, textWidth / size, font)
  for (let width = textWidth / 2; width < textWidth; width += 10) {
    const lines = breakLines(words, width / size, font)
    if (lines.length === fewest.length) return lines
  }
  return fewest
}

function breakLines(words: string, maxEms: number, font: Buffer): string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    const fits = lines.length > 0 && emsOf(longer, font) <= maxEms
    if (fits) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function emsOf(words: string, font: Buffer): number {
  const all = words.split(' ').map((word) => widthOfWord(word, font))
  const sum = all.reduce((one, other) => one + other, 0)
  return sum + (all.length - 1) * spaceWidth
}

/** The width of a space in ems, roughly. */
const spaceWidth = 0.25

const measured = new Map<string, number>()

/** Measures a word in ems by drawing it, because nothing here reads metrics. */
function widthOfWord(word: string, font: Buffer): number {
  const style = { x: 0, y: 0, size: 100, color: '#000' }
  const width =
    measured.get(word) ??
    (open(svg(10, 10, text(word, style)), font).getBBox()?.width ?? 0) / 100
  measured.set(word, width)
  return width
}
