'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { revealBlocks } from './reveal-blocks'

/** Fades content blocks in as they come into view. Without scripts, or with reduced motion, they are simply there. */
export function Reveal() {
  const pathname = usePathname()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page brings new blocks
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    return revealBlocks()
  }, [pathname])

  return null
}
