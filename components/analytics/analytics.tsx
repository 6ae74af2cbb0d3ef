'use client'

import { useEffect } from 'react'
import { refusesTracking, track } from '@/lib/analytics/events'

/**
 * Loads the operator's tag manager, unless the visitor sends Global Privacy
 * Control.
 */
export function TagManager({ src }: { src: string }) {
  useEffect(() => {
    if (refusesTracking()) return
    const script = document.createElement('script')
    script.src = src
    script.async = true
    document.head.append(script)
    return () => script.remove()
  }, [src])
  return null
}

/** Reports the unknown path without its query, which may contain anything. */
export function PageNotFoundEvent({ language }: { language: string }) {
  useEffect(
    () =>
      track({
        event: 'page_not_found',
        path: window.location.pathname,
        language,
      }),
    [language],
  )
  return null
}
