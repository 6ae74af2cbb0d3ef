import type { Point } from './trace'

const TURN = (20 * Math.PI) / 180
const TILT = (36 * Math.PI) / 180

/** Parallel projection of millimetres to viewBox units: x to the right, y towards the viewer, z up. */
export function project(x: number, y: number, z: number): Point {
  return [
    x * Math.cos(TURN) + y * Math.sin(TURN),
    (y * Math.cos(TURN) - x * Math.sin(TURN)) * Math.sin(TILT) - z * Math.cos(TILT),
  ]
}
