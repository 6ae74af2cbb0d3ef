'use client'

import type { MouseEvent, ReactNode } from 'react'
import { useDesk } from './desk'

/** Fetches the list again: a link to the page, which with JavaScript only refreshes the list. */
export function Retry({ href, children }: { href: string; children: ReactNode }) {
  const { reload } = useDesk()

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
