'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'

type Props = { label: string; children: ReactNode }

/**
 * Makes the months of a plot one tab stop. Arrow keys move between them, and
 * Escape hides the values until the pointer or the focus moves.
 */
export function PlotKeys({ label, children }: Props) {
  const [isHidden, setHidden] = useState(false)

  useEffect(() => {
    /**
     * Listens on the document, because hovering shows a value without focus.
     */
    function hide({ key }: globalThis.KeyboardEvent) {
      if (key === 'Escape') setHidden(true)
    }
    document.addEventListener('keydown', hide)
    return () => document.removeEventListener('keydown', hide)
  }, [])

  return (
    <ol
      className={isHidden ? 'plot-points values-hidden' : 'plot-points'}
      aria-label={label}
      onKeyDown={moveFocus}
      onFocus={() => setHidden(false)}
      onPointerMove={() => setHidden(false)}
    >
      {children}
    </ol>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const points = [...event.currentTarget.querySelectorAll('a')]
  const position = points.indexOf(document.activeElement as HTMLAnchorElement)
  const steps: Partial<Record<string, number>> = {
    ArrowLeft: position - 1,
    ArrowRight: position + 1,
    Home: 0,
    End: points.length - 1,
  }
  const next = points[steps[event.key] ?? -1]
  if (!next) return
  event.preventDefault()
  for (const point of points) point.tabIndex = point === next ? 0 : -1
  next.focus({ preventScroll: true })
}
