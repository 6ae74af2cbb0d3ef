import { type Curve, tracePath } from './trace'

/** Pixels. waves × strands must be whole, or the ends of a period do not meet. */
type BandSpec = { width: number; height: number; strands: number; waves: number; swell: number; steps: number }

export const BAND: BandSpec = { width: 72, height: 14, strands: 4, waves: 2.5, swell: 0.42, steps: 13 }

/** Path data of one period of a border band. It overshoots both ends by a step, so that tiles have inked edges. */
export function band(spec: BandSpec = BAND): string {
  const { width, height, strands, steps } = spec
  const overshoot = width / steps
  const lines = Array.from({ length: strands }, (_, strand) =>
    tracePath(strandCurve(spec, (2 * Math.PI * strand) / strands), -overshoot, width + overshoot, steps + 2),
  )
  return `${lines.join('')}M0 .5H${width}M0 ${height - 0.5}H${width}`
}

function strandCurve({ width, height, waves, swell }: BandSpec, phase: number): Curve {
  return (x) => {
    const angle = (2 * Math.PI * x) / width
    const reach = (height / 2 - 2) * (1 - swell + swell * Math.cos(angle))
    return [x, height / 2 + reach * Math.sin(waves * angle + phase)]
  }
}
