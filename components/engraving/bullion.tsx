import { bars, PLATE } from '@/lib/engraving/bars'
import './engraving.css'
import '@look/drawings.css'

type BullionProps = { label: string; weight: string; fineness: string; serial: string }

/** A pile of gold bars whose hallmark is real text. To a screen reader it is one image with a label. */
export function Bullion({ label, weight, fineness, serial }: BullionProps) {
  const { viewBox, plate } = bars('gold')
  const middle = PLATE.height / 2
  const right = PLATE.width - 18
  return (
    <div className="bullion" role="img" aria-label={label}>
      <span className="engraving bars-gold" />
      <svg viewBox={viewBox} aria-hidden="true" focusable="false">
        <g fill="currentColor" transform={plate}>
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
      </svg>
    </div>
  )
}
