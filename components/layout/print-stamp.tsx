'use client'

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** On paper only: where the page came from and when it was printed. */
export function PrintStamp({ language }: { language: string }) {
  const [stamp, setStamp] = useState('')

  useEffect(() => {
    function stampOf() {
      const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date())
      return `${window.location.origin}${window.location.pathname} · ${date}`
    }
    // The browser takes its picture of the page as soon as this listener returns.
    const update = () => flushSync(() => setStamp(stampOf()))
    setStamp(stampOf())
    window.addEventListener('beforeprint', update)
    return () => window.removeEventListener('beforeprint', update)
  }, [language])

  return <p className="print-only small">{stamp}</p>
}
