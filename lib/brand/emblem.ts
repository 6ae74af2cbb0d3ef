import { markPath } from '@/lib/engraving/mark'
import type { Look } from './look'

/**
 * The brand's logo, else its mark, as SVG in the square that reaches EMBLEM_RADIUS in each direction. The mark is a line
 * of `strokeWidth`, painted as what it stands in; a logo is painted in its `color`.
 */
export function emblemOf({ mark, logo }: Pick<Look, 'mark' | 'logo'>): (strokeWidth: number) => string {
  if (!logo) return (strokeWidth) => `<path d="${markPath(mark)}" stroke-width="${strokeWidth}"/>`
  const { viewBox, attributes, content } = logo
  const place = 'x="-50" y="-50" width="100" height="100"'
  const reset = 'fill="currentColor" stroke="none" stroke-width="1" stroke-linecap="butt" stroke-linejoin="miter"'
  return () => `<g ${reset}><svg ${place} viewBox="${viewBox}"${attributes}>${content}</svg></g>`
}
