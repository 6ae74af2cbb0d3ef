'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** The copyright with the year on the visitor's clock; the page as built has the year it was built in. */
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

/** On paper only: where the page came from and when it was printed. */
export function PrintStamp({ language }: { language: string }) {
  const [stamp, setStamp] = useState('')

  useEffect(() => {
    const address = `${window.location.origin}${window.location.pathname}`
    // The browser takes its picture of the page as soon as this listener returns. The date is not formatted before: the
    // first one of a page takes a phone 80 ms.
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
