import { type Point, segmentsPath } from './trace'

export type Segment = readonly [Point, Point]
export type Polygon = readonly Point[]

/** Path data of the parts that no convex polygon covers. Lines along a polygon's border stay. */
export function drawVisible(segments: readonly Segment[], covers: readonly Polygon[]): string {
  return segmentsPath(
    segments.flatMap((segment) =>
      covers.reduce<Segment[]>((parts, cover) => parts.flatMap((part) => outside(part, cover)), [segment]),
    ),
  )
}

export function outline(polygon: Polygon): Segment[] {
  return polygon.map((point, i) => [point, polygon[(i + 1) % polygon.length] ?? point])
}

/** Lines from one edge of a face to the opposite one; `crowd` above 1 draws them closer to the second edge. */
export function hatch([a, b]: Segment, [c, d]: Segment, count: number, crowd: number): Segment[] {
  return Array.from({ length: count - 1 }, (_, i) => {
    const t = 1 - (1 - (i + 1) / count) ** crowd
    return [between(a, c, t), between(b, d, t)]
  })
}

export function bounds(points: readonly Point[], margin: number): string {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const left = Math.floor(Math.min(...xs)) - margin
  const top = Math.floor(Math.min(...ys)) - margin
  return [left, top, Math.ceil(Math.max(...xs)) + margin - left, Math.ceil(Math.max(...ys)) + margin - top].join(' ')
}

function outside([a, b]: Segment, polygon: Polygon): Segment[] {
  const [enter, leave] = coveredSpan([a, b], polygon)
  if (leave - enter < 1e-6) return [[a, b]]
  const before: Segment[] = enter > 1e-6 ? [[a, between(a, b, enter)]] : []
  const after: Segment[] = leave < 1 - 1e-6 ? [[between(a, b, leave), b]] : []
  return [...before, ...after]
}

/** Cyrus-Beck clipping: where on the segment (0 to 1) the polygon's inside begins and ends. */
function coveredSpan([a, b]: Segment, polygon: Polygon): Point {
  const sense = Math.sign(area(polygon))
  let enter = 0
  let leave = 1
  for (const [from, to] of outline(polygon)) {
    const start = sense * cross(from, to, a) - 1e-6
    const end = sense * cross(from, to, b) - 1e-6
    if (start < 0 && end < 0) return [0, 0]
    if (start < 0) enter = Math.max(enter, start / (start - end))
    if (end < 0) leave = Math.min(leave, start / (start - end))
  }
  return [enter, leave]
}

function area(polygon: Polygon): number {
  return outline(polygon).reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - ay * bx, 0)
}

function cross([ox, oy]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  return (ax - ox) * (by - oy) - (ay - oy) * (bx - ox)
}

function between([ax, ay]: Point, [bx, by]: Point, t: number): Point {
  return [ax + (bx - ax) * t, ay + (by - ay) * t]
}
