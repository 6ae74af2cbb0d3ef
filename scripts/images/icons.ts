import type { Scheme } from '@/lib/brand/look'
import { type Emblem, MARK_RADIUS } from '@/lib/engraving/mark'

const radius = MARK_RADIUS

/** The icon that browsers show beside a page's title, in the gold of both schemes. */
export function themedIcon(emblem: Emblem, light: Scheme, dark: Scheme): string {
  const style = `svg{color:${light.gold}}@media (prefers-color-scheme:dark){svg{color:${dark.gold}}}`
  const box = `${-radius} ${-radius} ${2 * radius} ${2 * radius}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><style>${style}</style><g fill="none" stroke="currentColor">${emblem(4)}</g></svg>\n`
}

/**
 * An icon of so many pixels. Launchers cut one to a shape within 40 % of the side (w3.org/TR/appmanifest, safe zone): it
 * fills its square.
 */
export function pixelIcon(emblem: Emblem, { gold, paper }: Scheme, size: number, cut: boolean): string {
  const reach = cut ? radius / 0.68 : radius
  const box = `${-reach} ${-reach} ${2 * reach} ${2 * reach}`
  const ground = cut ? `<circle r="${2 * reach}" fill="${paper}" stroke="none"/>` : ''
  const paint = `fill="none" stroke="${gold}" color="${gold}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${box}" ${paint}>${ground}${emblem(size < 64 ? 5 : 3.6, cut ? 'circle' : undefined)}</svg>`
}
