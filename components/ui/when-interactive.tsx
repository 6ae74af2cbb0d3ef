'use client'

import { type ReactNode, useSyncExternalStore } from 'react'

/**
 * Renders what needs scripts only once they run; the server-rendered page does
 * without it.
 */
export function WhenInteractive({ children }: { children: ReactNode }) {
  const isInteractive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return isInteractive && children
}
