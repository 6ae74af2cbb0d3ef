import { latticeCurve } from './rosette'
import { tracePath } from './trace'

/** A rosette of one line: `petals` tips at the radius `outer`, each joined to the one `reach` tips on. */
export type MarkSpec = { petals: number; inner: number; outer: number; reach: number }

/**
 * Draws what stands for the brand, as SVG in the square of MARK_RADIUS: a mark in lines of `strokeWidth`, painted as what
 * it stands in, or a logo, painted in its `color`. `circle` keeps its corners within that radius.
 */
export type Emblem = (strokeWidth: number, within?: 'square' | 'circle') => string

/** Half the side of the mark's square, stroke included, in viewBox units. */
export const MARK_RADIUS = 50

export function markPath({ petals, inner, outer, reach }: MarkSpec): string {
  return tracePath(latticeCurve({ inner, outer, loops: petals, reach }), 0, 2 * Math.PI, petals * 5)
}

export function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}
