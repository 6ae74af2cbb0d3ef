'use client'

import type { MouseEvent, ReactNode } from 'react'
import { useOperatorActions } from './operator-actions'

/** Fetches the list again: a link to the page, which with JavaScript only refreshes the list. */
export function Retry({ href, children }: { href: string; children: ReactNode }) {
  const { reload } = useOperatorActions()

  function retry(event: MouseEvent) {
    event.preventDefault()
    reload()
  }

  return (
    <a href={href} className="quiet-button" onClick={retry}>
      {children}
    </a>
  )
}
