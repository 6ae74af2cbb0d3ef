import { useId } from 'react'
import { BAND, band } from '@/lib/engraving/band'
import { INK } from './ink'

const WIDEST = 10_000

/**
 * A full-width divider. The ink is cut out by a mask, because a pattern takes `currentColor` from where it is defined:
 * should ids ever repeat (pages streamed one after the other), each band still has its own colour.
 */
export function EngravedBand() {
  const id = `band-${useId()}`
  return (
    <svg className={INK.gold} width="100%" height={BAND.height} aria-hidden="true" focusable="false">
      <defs>
        <pattern id={`${id}-tile`} width={BAND.width} height={BAND.height} patternUnits="userSpaceOnUse">
          <path d={band()} fill="none" stroke="white" strokeWidth="0.6" />
        </pattern>
        <mask id={id} maskUnits="userSpaceOnUse" x="0" y="0" width={WIDEST} height={BAND.height}>
          <rect width={WIDEST} height={BAND.height} fill={`url(#${id}-tile)`} />
        </mask>
      </defs>
      <rect width="100%" height={BAND.height} fill="currentColor" mask={`url(#${id})`} />
    </svg>
  )
}
