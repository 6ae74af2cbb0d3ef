'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'

const visibleShare = 0.1

/**
 * Fades content blocks in once a tenth of them is visible. Only blocks still below the window are hidden, and only
 * by this script: without it, or with reduced motion, everything is simply there.
 */
export function Reveal() {
  const pathname = usePathname()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page brings new blocks
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const observer = new IntersectionObserver(showVisible, { threshold: visibleShare })
    for (const block of document.querySelectorAll('[data-reveal]')) {
      if (block.getBoundingClientRect().top < window.innerHeight) continue
      block.setAttribute('data-reveal', 'waiting')
      observer.observe(block)
    }
    return () => observer.disconnect()
  }, [pathname])

  return null
}

function showVisible(entries: IntersectionObserverEntry[], observer: IntersectionObserver) {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue
    target.setAttribute('data-reveal', 'shown')
    observer.unobserve(target)
  }
}
