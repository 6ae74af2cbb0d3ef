import './engraving.css'
import '@look/drawings.css'

type Drawing =
  | 'mark'
  | 'rosette-gold'
  | 'rosette-silver'
  | 'rosette-broken'
  | 'band'
  | `detail-${'metal' | 'market' | 'controls'}`
  | `stage-${string}`

export function Engraving({ drawing }: { drawing: Drawing }) {
  return <span className={`engraving ${drawing}`} aria-hidden="true" />
}
