export type Point = readonly [x: number, y: number]
export type Curve = (t: number) => Point

/** Path data: one cubic Bézier a step. Equal steps mirror the control points, so `s` needs four numbers, not six. */
export function tracePath(curve: Curve, from: number, to: number, steps: number): string {
  const step = (to - from) / steps
  const start = roundPoint(curve(from))
  let [x, y] = start
  const first = [...tangent(curve, from, step)]
  const rest: number[] = []
  for (let i = 1; i <= steps; i++) {
    const t = from + i * step
    const [endX, endY] = roundPoint(curve(t))
    const [dx, dy] = tangent(curve, t, step)
    const target = i === 1 ? first : rest
    target.push(endX - dx - x, endY - dy - y, endX - x, endY - y)
    x = endX
    y = endY
  }
  return `M${numbers(start)}c${numbers(first)}${rest.length > 0 ? `s${numbers(rest)}` : ''}`
}

export function segmentsPath(segments: readonly (readonly [Point, Point])[]): string {
  return segments.map(([a, b]) => `M${numbers(a)}L${numbers(b)}`).join('')
}

/** The shortest form in SVG: one decimal, no leading zero, no space before a sign or a dot. */
function numbers(values: readonly number[]): string {
  let text = ''
  let dotted = false
  values.forEach((value, i) => {
    const part = shortest(value)
    const joins = i === 0 || part.startsWith('-') || (dotted && part.startsWith('.'))
    text += joins ? part : ` ${part}`
    dotted = part.includes('.')
  })
  return text
}

/** A third of the way that the curve travels in one step: the arm of a Bézier control point. */
function tangent(curve: Curve, t: number, step: number): Point {
  const h = step / 1000
  const [ax, ay] = curve(t - h)
  const [bx, by] = curve(t + h)
  return [((bx - ax) / (2 * h)) * (step / 3), ((by - ay) / (2 * h)) * (step / 3)]
}

function shortest(value: number): string {
  const rounded = Math.round(value * 10) / 10
  return String(rounded === 0 ? 0 : rounded).replace(/^(-?)0\./, '$1.')
}

function roundPoint([x, y]: Point): Point {
  return [Math.round(x * 10) / 10, Math.round(y * 10) / 10]
}
