import { type Curve, type Point, tracePath } from './trace'

/** One lobe a sector: mean radius, swing of the lobes, and how pointed they are (0 to 0.25). */
type Edge = { radius: number; depth: number; point?: number }

/** Strands between two edges. Waves × strands must be whole, or the ring is open. */
type Weave = { inner: Edge; outer: Edge; waves: number; strands: number; steps: number }

/** A hypotrochoid: `loops` tips, each joined to the one `reach` tips on; the two have no common divisor. */
type Lattice = { inner: number; outer: number; loops: number; reach: number; steps: number }

/** In viewBox units; `steps` counts the Béziers of one strand in a sector, or of one loop. */
export type RosetteSpec = { sectors: number; rings: readonly (Weave | Lattice)[] }

/** Path data of one sector, one string a ring. Turned `sectors` times it is the whole rosette, in fewer bytes. */
export function rosette({ sectors, rings }: RosetteSpec): string[] {
  return rings.map((ring) => ('strands' in ring ? weave(ring, sectors) : lattice(ring, sectors)))
}

/** The turns in degrees that complete a rosette from its first sector. */
export function sectorTurns({ sectors }: RosetteSpec): number[] {
  return Array.from({ length: sectors - 1 }, (_, i) => ((i + 1) * 360) / sectors)
}

/** Closed after a parameter of 2π; `turn` rotates it (radians). */
export function latticeCurve({ inner, outer, loops, reach }: Omit<Lattice, 'steps'>, turn = 0): Curve {
  const wheel = (outer + inner) / 2
  const pen = (outer - inner) / 2
  return (t) => {
    const [x, y] = polar(wheel, reach * t + turn)
    const [dx, dy] = polar(pen, (reach - loops) * t + turn)
    return [x + dx, y + dy]
  }
}

function weave(ring: Weave, sectors: number): string {
  const sector = (2 * Math.PI) / sectors
  return repeat(ring.strands, (strand) =>
    tracePath(strandCurve(ring, sectors, (2 * Math.PI * strand) / ring.strands), 0, sector, ring.steps),
  )
}

function strandCurve({ inner, outer, waves }: Weave, sectors: number, phase: number): Curve {
  return (angle) => {
    const low = radiusAt(inner, sectors * angle)
    const high = radiusAt(outer, sectors * angle)
    return polar(low + ((high - low) * (1 + Math.sin(waves * sectors * angle + phase))) / 2, angle)
  }
}

function lattice(ring: Lattice, sectors: number): string {
  return repeat(ring.loops / sectors, (loop) =>
    tracePath(latticeCurve(ring, (2 * Math.PI * loop) / ring.loops), 0, (2 * Math.PI) / ring.loops, ring.steps),
  )
}

function radiusAt({ radius, depth, point = 0 }: Edge, phase: number): number {
  return radius + depth * (Math.cos(phase) + point * Math.cos(2 * phase))
}

function polar(radius: number, angle: number): Point {
  return [radius * Math.cos(angle), radius * Math.sin(angle)]
}

function repeat(times: number, draw: (index: number) => string): string {
  return Array.from({ length: times }, (_, i) => draw(i)).join('')
}
