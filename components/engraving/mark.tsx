import { MARK_RADIUS, mark } from '@/lib/engraving/mark'
import { INK } from './ink'

/** The logo mark in gold. Legible from 20 pixels. */
export function Mark() {
  const viewBox = `${-MARK_RADIUS} ${-MARK_RADIUS} ${2 * MARK_RADIUS} ${2 * MARK_RADIUS}`
  return (
    <svg className={`brand-mark ${INK.gold}`} viewBox={viewBox} aria-hidden="true" focusable="false">
      <path d={mark()} fill="none" stroke="currentColor" strokeWidth="3.6" />
    </svg>
  )
}
