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
