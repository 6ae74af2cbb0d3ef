import './engraving.css'
import '@look/drawings.css'

type Drawing =
  | 'mark'
  | 'rosette-gold'
  | 'rosette-silver'
  | 'rosette-broken'
  | 'band'
  | `detail-${'metal' | 'market' | 'controls'}`

/** A decorative drawing, a file of its own that is painted in the colour of its metal. */
export function Engraving({ drawing }: { drawing: Drawing }) {
  return <span className={`engraving ${drawing}`} aria-hidden="true" />
}

// The drawing's box, and the matrix that lays the hallmark on the top bar (brands/*/bars-gold.svg).
const viewBox = '-55 -165 345 235'
const plate = 'matrix(0.94 -0.201 0.342 0.552 -2.145 -116.014)'

type BullionProps = { label: string; weight: string; fineness: string; serial: string }

/** A pile of gold bars whose hallmark is real text. To a screen reader it is one image with a label. */
export function Bullion({ label, weight, fineness, serial }: BullionProps) {
  return (
    <div className="bullion" role="img" aria-label={label}>
      <span className="engraving bars-gold" />
      <svg viewBox={viewBox} aria-hidden="true" focusable="false">
        <g fill="currentColor" transform={plate}>
          <text x="76" y="29" fontSize="23">
            {weight}
          </text>
          <text x="76" y="49" fontSize="11">
            {fineness}
          </text>
          <text x="214" y="49" fontSize="11" textAnchor="end">
            {serial}
          </text>
        </g>
      </svg>
    </div>
  )
}
