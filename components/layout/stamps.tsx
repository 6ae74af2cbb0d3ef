'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/**
 * Shows the copyright year by the visitor's clock, because the prerendered page
 * has the year of its build.
 */
export function Copyright({
  template,
  builtIn,
}: {
  template: string
  builtIn: number
}) {
  const year = useSyncExternalStore(
    () => () => {},
    () => Math.max(builtIn, new Date().getFullYear()),
    () => builtIn,
  )
  return <p className="small">{template.replace('{year}', String(year))}</p>
}

/** Shows on paper where the page came from and when it was printed. */
export function PrintStamp({ language }: { language: string }) {
  const [stamp, setStamp] = useState('')

  useEffect(() => {
    const address = `${window.location.origin}${window.location.pathname}`
    /**
     * Updates at once, because the browser snapshots the page as soon as this
     * listener returns. Does not format the date earlier, because a page's
     * first formatting takes 80 ms on a phone.
     */
    function update() {
      const date = new Intl.DateTimeFormat(language, {
        dateStyle: 'long',
      }).format(new Date())
      flushSync(() => setStamp(`${address} · ${date}`))
    }
    setStamp(address)
    window.addEventListener('beforeprint', update)
    return () => window.removeEventListener('beforeprint', update)
  }, [language])

  return <p className="print-only small">{stamp}</p>
}
