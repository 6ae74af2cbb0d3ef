'use client'

import { useEffect, useState } from 'react'

const thresholdPx = 300

/**
 * Takes the page and the focus back to the top. Appears after 300 px of
 * scrolling.
 */
export function BackToTop({ label }: { label: string }) {
  const [isVisible, setVisible] = useState(false)

  useEffect(() => {
    const update = () => setVisible(window.scrollY > thresholdPx)
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])

  return (
    <button
      type="button"
      className="back-to-top"
      hidden={!isVisible}
      onClick={goToTop}
      aria-label={label}
    >
      <svg
        viewBox="0 0 24 24"
        width="24"
        height="24"
        aria-hidden="true"
        focusable="false"
      >
        <path
          d="M5 14l7-7 7 7"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      </svg>
    </button>
  )
}

function goToTop() {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' })
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
