import { latticeCurve } from './rosette'
import { tracePath } from './trace'

/** Half the side of the mark's square, stroke included, in viewBox units. */
export const MARK_RADIUS = 50

export function mark(): string {
  const petals = 12
  return tracePath(latticeCurve({ inner: 14, outer: 46, loops: petals, reach: 7 }), 0, 2 * Math.PI, petals * 5)
}
