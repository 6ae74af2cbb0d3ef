import { MARK_RADIUS, mark } from '@/lib/engraving/mark'

/** The logo mark, in the colour of the text around it. Legible from 20 pixels; give it a size by class. */
export function Mark({ className }: { className?: string }) {
  const viewBox = `${-MARK_RADIUS} ${-MARK_RADIUS} ${2 * MARK_RADIUS} ${2 * MARK_RADIUS}`
  return (
    <svg className={className} viewBox={viewBox} aria-hidden="true" focusable="false">
      <path d={mark()} fill="none" stroke="currentColor" strokeWidth="3.6" />
    </svg>
  )
}
