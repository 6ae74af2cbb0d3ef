'use client'

import { type ReactNode, useSyncExternalStore } from 'react'

/** What only works by script, shown once scripts run: the page as it is sent goes without. */
export function WhenInteractive({ children }: { children: ReactNode }) {
  const isInteractive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return isInteractive && children
}
