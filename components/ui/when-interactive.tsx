'use client'

import { type ReactNode, useSyncExternalStore } from 'react'

/**
 * Renders children that need scripts only once scripts run; the server-rendered
 * page leaves them out.
 */
export function WhenInteractive({ children }: { children: ReactNode }) {
  const isInteractive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return isInteractive && children
}
