import type { RosetteSpec } from './rosette'

export type Metal = 'gold' | 'silver'

/** Half the side of a rosette's square, in viewBox units. */
export const ROSETTE_RADIUS = 500

const rim = { depth: 18, point: 0.12 }
const petal = { depth: 30, point: 0.1 }
const heart = { depth: -20, point: 0.15 }

const gold: RosetteSpec = {
  sectors: 12,
  rings: [
    { inner: { radius: 460, ...rim }, outer: { radius: 474, ...rim }, waves: 16 / 3, strands: 3, steps: 26 },
    { inner: { radius: 330, ...petal }, outer: { radius: 454, ...rim }, waves: 5 / 8, strands: 24, steps: 5 },
    { inner: { radius: 312, ...petal }, outer: { radius: 322, ...petal }, waves: 3.5, strands: 2, steps: 20 },
    { inner: { radius: 188, ...heart }, outer: { radius: 306, ...petal }, waves: 1.5, strands: 14, steps: 9 },
    { inner: { radius: 78, depth: 5 }, outer: { radius: 180, ...heart }, waves: 0.5, strands: 18, steps: 5 },
    { inner: { radius: 40, depth: 0 }, outer: { radius: 68, depth: 5 }, waves: 1.5, strands: 4, steps: 8 },
  ],
}

const silver: RosetteSpec = {
  sectors: 12,
  rings: [
    { inner: { radius: 446, depth: 0 }, outer: { radius: 484, depth: 0 }, waves: 5.5, strands: 6, steps: 28 },
    { inner: 170, outer: 438, loops: 144, reach: 53, steps: 6 },
    { inner: 320, outer: 438, loops: 144, reach: 31, steps: 6 },
    { inner: 100, outer: 164, loops: 96, reach: 25, steps: 6 },
    { inner: { radius: 84, depth: 0 }, outer: { radius: 94, depth: 0 }, waves: 2.5, strands: 2, steps: 14 },
    { inner: 24, outer: 80, loops: 48, reach: 17, steps: 6 },
  ],
}

export const ROSETTES: Record<Metal, RosetteSpec> = { gold, silver }
