'use client'

import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  className: string
  label: string
  summary: ReactNode
  children: ReactNode
}

/**
 * A native disclosure for menus. It works without JavaScript; with it, it also
 * closes on Escape (returning focus to its button), on a click outside, and
 * when one of its links is followed.
 */
export function Disclosure({ className, label, summary, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    function closeOutside({ target }: PointerEvent | FocusEvent) {
      if (details.current?.open && !details.current.contains(target as Node))
        details.current.open = false
    }
    function closeOnEscape({ key }: KeyboardEvent) {
      if (key !== 'Escape' || !details.current?.open) return
      details.current.open = false
      details.current.querySelector('summary')?.focus()
    }
    function closeOnLink({ target }: MouseEvent) {
      if (details.current && (target as Element).closest('a'))
        details.current.open = false
    }
    const listening = new AbortController()
    const { signal } = listening
    details.current?.addEventListener('click', closeOnLink, { signal })
    document.addEventListener('pointerdown', closeOutside, { signal })
    document.addEventListener('focusin', closeOutside, { signal })
    document.addEventListener('keydown', closeOnEscape, { signal })
    return () => listening.abort()
  }, [])

  return (
    <details className={className} ref={details}>
      <summary aria-label={label}>{summary}</summary>
      <div className="panel">{children}</div>
    </details>
  )
}
