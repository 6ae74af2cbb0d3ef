'use client'

import { type ReactNode, useEffect, useState } from 'react'
import type { SupplyProps } from './supply-figures'

/**
 * Replaces the reading that the page was rendered with by a newer one, once and
 * silently: screen readers have rarely reached it, and figures of the same kind
 * need no announcement. What it needs loads only where it is shown.
 */
export function SupplyRefresh({
  children,
  ...props
}: SupplyProps & { children: ReactNode }) {
  const [newer, setNewer] = useState<ReactNode>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once
  useEffect(() => {
    import('./newer-supply')
      .then(({ readNewerSupply }) => readNewerSupply(props))
      .then(setNewer, () => undefined)
  }, [])

  return newer ?? children
}
