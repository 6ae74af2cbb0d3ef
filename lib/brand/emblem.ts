import { type Emblem, MARK_RADIUS, markPath } from '@/lib/engraving/mark'
import type { Look } from './look'

// The square in a circle reaches 0.707 of its radius.
const reaches = { square: MARK_RADIUS, circle: 0.7 * MARK_RADIUS }

/** The brand's logo, else its mark. */
export function emblemOf({ mark, logo }: Pick<Look, 'mark' | 'logo'>): Emblem {
  if (!logo) return (strokeWidth) => `<path d="${markPath(mark)}" stroke-width="${strokeWidth}"/>`
  const { viewBox, attributes, content } = logo
  const reset = 'fill="currentColor" stroke="none" stroke-width="1" stroke-linecap="butt" stroke-linejoin="miter"'
  return (_, within = 'square') => {
    const reach = reaches[within]
    const place = `x="${-reach}" y="${-reach}" width="${2 * reach}" height="${2 * reach}"`
    return `<g ${reset}><svg ${place} viewBox="${viewBox}"${attributes}>${content}</svg></g>`
  }
}
