import { BAND, band } from './band'
import { bars, PLATE } from './bars'
import { type Emblem, MARK_RADIUS } from './mark'
import { ROSETTE_RADIUS, ROSETTES } from './presets'
import { rosette, sectorTurns } from './rosette'

const slip = 74

/** The drawings that styles use as masks (components/engraving), as SVG documents by name. Only their alpha counts. */
export function drawings(emblem: Emblem): Record<string, string> {
  return {
    mark: document(box(MARK_RADIUS), emblem(3.6)),
    'rosette-gold': document(box(ROSETTE_RADIUS), sectors('gold')),
    'rosette-silver': document(box(ROSETTE_RADIUS), sectors('silver')),
    'rosette-broken': document(box(ROSETTE_RADIUS), brokenRosette()),
    band: document(`0 0 ${BAND.width} ${BAND.height}`, `<path d="${band()}" stroke-width=".6"/>`),
    'bars-gold': document(bars('gold').viewBox, goldBars(emblem(2, 'circle'))),
  }
}

function document(viewBox: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" fill="none" stroke="#000">${content}</svg>\n`
}

function box(radius: number): string {
  return `${-radius} ${-radius} ${2 * radius} ${2 * radius}`
}

function sectors(metal: keyof typeof ROSETTES): string {
  const paths = rosette(ROSETTES[metal]).map((d) => `<path d="${d}"/>`)
  const copies = sectorTurns(ROSETTES[metal]).map((turn) => `<use href="#s" transform="rotate(${turn})"/>`)
  return `<g stroke-width=".8"><g id="s">${paths.join('')}</g>${copies.join('')}</g>`
}

/** A misprint: the plate slipped along a slanted line between the two halves. */
function brokenRosette(): string {
  const half = `<clipPath id="h"><rect x="${-ROSETTE_RADIUS}" y="${-ROSETTE_RADIUS}" width="${2 * ROSETTE_RADIUS}" height="${ROSETTE_RADIUS - 3}"/></clipPath>`
  const halves = [`translate(${-slip / 2} 0)`, `translate(${slip / 2} 0) rotate(180)`].map(
    (transform) => `<use href="#r" transform="${transform}" clip-path="url(#h)"/>`,
  )
  return `<defs>${half}<g id="r">${sectors('gold')}</g></defs><g transform="rotate(-24) scale(.94)">${halves.join('')}</g>`
}

// The hallmark's words are text of the page.
function goldBars(emblem: string): string {
  const { ground, edges, shading, plate } = bars('gold')
  const lines = `<path d="${ground}" stroke-width=".25"/><path d="${shading}" stroke-width=".35"/><path d="${edges}" stroke-width=".6"/>`
  const seal = `${emblem}<circle r="53" stroke-width="1.6"/>`
  const place = `translate(42 ${PLATE.height / 2}) scale(.4)`
  return `<g stroke-linecap="round" stroke-linejoin="round">${lines}</g><g transform="${plate}"><g transform="${place}">${seal}</g></g>`
}
