import { bounds, drawVisible, hatch, outline, type Polygon, type Segment } from './line-art'
import type { Metal } from './presets'
import { project } from './projection'

/** Millimetres. `draft` is how far each side leans in from base to top, as a cast bar must to leave its mould. */
type Bar = { length: number; width: number; height: number; draft: number; rows: number }
type Solid = { edges: Segment[]; shading: Segment[]; faces: Polygon[] }

type Bars = { viewBox: string; ground: string; edges: string; shading: string; plate: string }

/** The hallmark's box, in viewBox units before the `plate` transform. */
export const PLATE = { width: 232, height: 62 }

/** Close to good-delivery bars: 400 oz of gold, 1,000 oz of silver. `rows` counts the bars at the bottom. */
const BARS: Record<Metal, Bar> = {
  gold: { length: 250, width: 80, height: 40, draft: 9, rows: 3 },
  silver: { length: 300, width: 108, height: 64, draft: 12, rows: 2 },
}

/** A pyramid of bars. Hidden lines are cut away, not painted over, so that any background works. */
export function bars(metal: Metal): Bars {
  const bar = BARS[metal]
  const solids = stack(bar)
  const ahead = solids.map((_, i) => solids.slice(i + 1).flatMap(({ faces }) => faces))
  const faces = solids.flatMap((solid) => solid.faces)
  const floor = ground(bar)
  return {
    viewBox: bounds([...faces, ...floor].flat(), 2),
    ground: drawVisible(floor, faces),
    edges: solids.map(({ edges }, i) => drawVisible(edges, ahead[i] ?? [])).join(''),
    shading: solids.map(({ shading }, i) => drawVisible(shading, ahead[i] ?? [])).join(''),
    plate: plateTransform(bar),
  }
}

function stack(bar: Bar): Solid[] {
  const pitch = bar.width + 2
  return Array.from({ length: bar.rows }, (_, layer) => bar.rows - layer).flatMap((count, layer) =>
    Array.from({ length: count }, (_, i) => cast(bar, (i - count / 2) * pitch + 1, layer * bar.height)),
  )
}

function ground({ length, width, rows }: Bar): Segment[] {
  const [x, y] = project(length / 2, 0, 0)
  const count = 21
  return Array.from({ length: count }, (_, i) => {
    const level = (2 * (i + 1)) / (count + 1) - 1
    const reach = length * 0.68 * Math.sqrt(1 - level ** 2)
    const row = y + level * width * rows * 0.4
    return [
      [x - reach, row],
      [x + reach, row],
    ]
  })
}

function cast({ length, width, height, draft }: Bar, y: number, z: number): Solid {
  const crown = (margin: number): Polygon => [
    project(margin, y + margin, z + height),
    project(length - margin, y + margin, z + height),
    project(length - margin, y + width - margin, z + height),
    project(margin, y + width - margin, z + height),
  ]
  const [near, far, right] = [project(0, y, z), project(0, y + width, z), project(length, y + width, z)]
  const top = crown(draft)
  const [back = near, , front = right, corner = far] = top
  return {
    edges: [...outline(top), [near, far], [far, right], [near, back], [far, corner], [right, front]],
    shading: [
      ...outline(crown(draft + 3)),
      ...hatch([corner, front], [far, right], Math.round(height / 2.6), 1.5),
      ...hatch([back, corner], [near, far], Math.round(height / 2.3), 1),
    ],
    faces: [top, [corner, front, right, far], [back, corner, far, near]],
  }
}

function plateTransform({ length, height, draft, rows }: Bar): string {
  const scale = (length - 2 * draft) / PLATE.width
  const [originX, originY] = project(draft, (-PLATE.height / 2) * scale, height * rows)
  const [ax, ay] = project(scale, 0, 0)
  const [bx, by] = project(0, scale, 0)
  return `matrix(${[ax, ay, bx, by, originX, originY].map((value) => Number(value.toFixed(3))).join(' ')})`
}
