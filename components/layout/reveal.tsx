'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'

const visibleShare = 0.1
const jumpShare = 0.7
const maxWindows = 9

export function Reveal() {
  const pathname = usePathname()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page brings new blocks
  useEffect(() => {
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches)
      return revealBlocks()
  }, [pathname])

  return null
}

/**
 * Fades in each block below the fold once a tenth of it is visible. Blocks that
 * a jump (fragment, find-in-page, keyboard focus) brings into view appear at
 * once. Returns a function that shows the remaining blocks. A block's
 * `data-reveal` is first empty, then `waiting`, `fading` and `shown`; `fading`
 * is the last value of a block that has faded in.
 */
function revealBlocks(): () => void {
  const observer = new IntersectionObserver(onVisible, {
    threshold: visibleShare,
    // Extends the observed area above any page, so that blocks scrolled past
    // count as seen.
    rootMargin: '9999999px 0px 0px',
  })
  const blocks = [
    ...document.querySelectorAll<HTMLElement>('[data-reveal]'),
  ].filter(canFade)
  for (const block of blocks) {
    observer.observe(block)
    block.dataset.reveal = 'waiting'
  }

  function onVisible(entries: IntersectionObserverEntry[]) {
    for (const { isIntersecting, target, boundingClientRect } of entries) {
      if (!isIntersecting) continue
      target.setAttribute(
        'data-reveal',
        boundingClientRect.top > window.innerHeight * jumpShare
          ? 'fading'
          : 'shown',
      )
      observer.unobserve(target)
    }
  }

  return () => {
    observer.disconnect()
    for (const block of blocks) block.dataset.reveal = 'shown'
  }
}

/**
 * Excludes a block so tall that a tenth of it, with which fading starts, would
 * hardly fit into the window.
 */
function canFade(block: HTMLElement): boolean {
  return (
    block.getBoundingClientRect().top >= window.innerHeight &&
    block.offsetHeight < window.innerHeight * maxWindows
  )
}
