'use client'

import { useEffect, useState } from 'react'
import { Icon } from '@/components/ui/icon'

const thresholdPx = 300

/** Appears once the page is scrolled more than 300 px; brings the page and the focus back to its top. */
export function BackToTop({ label }: { label: string }) {
  const [visible, setVisible] = useState(false)

  useEffect(() => {
    const update = () => setVisible(window.scrollY > thresholdPx)
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])

  return (
    <button type="button" className="back-to-top" hidden={!visible} onClick={goToTop} aria-label={label}>
      <Icon name="up" />
    </button>
  )
}

function goToTop() {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' })
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
