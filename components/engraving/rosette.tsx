import { useId } from 'react'
import { type Metal, ROSETTE_RADIUS, ROSETTES } from '@/lib/engraving/presets'
import { rosette, sectorTurns } from '@/lib/engraving/rosette'
import { INK } from './ink'

const R = ROSETTE_RADIUS
const STROKE = 0.8
const SLIP = 74

export function Rosette({ metal }: { metal: Metal }) {
  return (
    <svg className={INK[metal]} viewBox={`${-R} ${-R} ${2 * R} ${2 * R}`} aria-hidden="true" focusable="false">
      <Sectors metal={metal} />
    </svg>
  )
}

/** A misprint: the plate slipped along a slanted line between the two halves. */
export function BrokenRosette() {
  const id = `broken-${useId()}`
  const half = `url(#${id}-half)`
  return (
    <svg className={INK.gold} viewBox={`${-R} ${-R} ${2 * R} ${2 * R}`} aria-hidden="true" focusable="false">
      <defs>
        <clipPath id={`${id}-half`}>
          <rect x={-R} y={-R} width={2 * R} height={R - 3} />
        </clipPath>
        <g id={id}>
          <Sectors metal="gold" />
        </g>
      </defs>
      <g transform="rotate(-24) scale(0.94)">
        <use href={`#${id}`} transform={`translate(${-SLIP / 2} 0)`} clipPath={half} />
        <use href={`#${id}`} transform={`translate(${SLIP / 2} 0) rotate(180)`} clipPath={half} />
      </g>
    </svg>
  )
}

function Sectors({ metal }: { metal: Metal }) {
  const id = `${metal}-${useId()}`
  return (
    <g fill="none" stroke="currentColor" strokeWidth={STROKE}>
      <g id={id}>
        {rosette(ROSETTES[metal]).map((d) => (
          <path key={d} d={d} />
        ))}
      </g>
      {sectorTurns(ROSETTES[metal]).map((turn) => (
        <use key={turn} href={`#${id}`} transform={`rotate(${turn})`} />
      ))}
    </g>
  )
}
