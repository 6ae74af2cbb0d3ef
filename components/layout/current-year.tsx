'use client'

import { useSyncExternalStore } from 'react'

/** The year on the visitor's clock; the page as built carries the year it was built in. */
export function CurrentYear({ builtIn }: { builtIn: number }) {
  const year = useSyncExternalStore(
    neverChanges,
    () => Math.max(builtIn, new Date().getFullYear()),
    () => builtIn,
  )
  return <>{year}</>
}

function neverChanges() {
  return () => {}
}
