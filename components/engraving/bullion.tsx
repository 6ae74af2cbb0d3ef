import { bars, PLATE } from '@/lib/engraving/bars'
import { mark } from '@/lib/engraving/mark'
import type { Metal } from '@/lib/engraving/presets'
import { INK } from './ink'

type HallmarkProps = { weight: string; fineness: string; serial: string }
type BullionProps = HallmarkProps & { metal: Metal; label: string }

/** A pile of bars whose hallmark is real text. To a screen reader it is one image with a label. */
export function Bullion({ metal, label, ...hallmark }: BullionProps) {
  const { viewBox, ground, edges, shading, plate } = bars(metal)
  return (
    <svg className={INK[metal]} viewBox={viewBox} role="img" focusable="false">
      <title>{label}</title>
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round">
        <path d={ground} strokeWidth="0.25" />
        <path d={shading} strokeWidth="0.35" />
        <path d={edges} strokeWidth="0.6" />
      </g>
      <g transform={plate}>
        <Hallmark {...hallmark} />
      </g>
    </svg>
  )
}

function Hallmark({ weight, fineness, serial }: HallmarkProps) {
  const middle = PLATE.height / 2
  const right = PLATE.width - 18
  return (
    <g fill="currentColor">
      <g transform={`translate(42 ${middle}) scale(0.4)`} fill="none" stroke="currentColor">
        <path d={mark()} strokeWidth="2" />
        <circle r="53" strokeWidth="1.6" />
      </g>
      <text x="76" y={middle - 2} fontSize="23">
        {weight}
      </text>
      <text x="76" y={middle + 18} fontSize="11">
        {fineness}
      </text>
      <text x={right} y={middle + 18} fontSize="11" textAnchor="end">
        {serial}
      </text>
    </g>
  )
}
