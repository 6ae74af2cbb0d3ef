'use client'

import { useEffect } from 'react'
import { track } from '@/lib/analytics/events'

/** Reports the unknown address, without its query: that may hold anything. */
export function PageNotFoundEvent({ language }: { language: string }) {
  useEffect(() => track({ event: 'page_not_found', path: window.location.pathname, language }), [language])
  return null
}
