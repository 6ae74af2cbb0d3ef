'use client'

import { type ReactNode, useEffect, useRef } from 'react'

type Props = { className: string; label: string; summary: ReactNode; children: ReactNode }

/**
 * A native disclosure for menus. It opens and closes without JavaScript; with it, it also closes on Escape (focus
 * returns to its button), on a click outside and on following one of its links.
 */
export function Disclosure({ className, label, summary, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    function closeOutside({ target }: PointerEvent | FocusEvent) {
      if (details.current?.open && !details.current.contains(target as Node)) details.current.open = false
    }
    function closeOnEscape({ key }: KeyboardEvent) {
      if (key !== 'Escape' || !details.current?.open) return
      details.current.open = false
      details.current.querySelector('summary')?.focus()
    }
    function closeOnLink({ target }: MouseEvent) {
      if (details.current && (target as Element).closest('a')) details.current.open = false
    }
    const element = details.current
    element?.addEventListener('click', closeOnLink)
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      element?.removeEventListener('click', closeOnLink)
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [])

  return (
    <details className={className} ref={details}>
      <summary aria-label={label}>{summary}</summary>
      <div className="panel">{children}</div>
    </details>
  )
}
