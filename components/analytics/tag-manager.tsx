'use client'

import { useEffect } from 'react'
import { refusesTracking } from '@/lib/analytics/events'

/** Loads the operator's tag manager, unless the visitor sends Global Privacy Control. */
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
