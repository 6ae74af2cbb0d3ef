'use client'

import { type ReactNode, useEffect, useState } from 'react'
import type { SupplyProps } from './supply-figures'

/**
 * Replaces the page's reading with a newer one, once. Announces nothing,
 * because screen readers have rarely reached the figures by then. Loads the
 * code for new figures only on pages that show them.
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
