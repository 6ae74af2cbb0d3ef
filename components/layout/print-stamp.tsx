'use client'

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** On paper only: where the page came from and when it was printed. */
export function PrintStamp({ language }: { language: string }) {
  const [stamp, setStamp] = useState('')

  useEffect(() => {
    const address = `${window.location.origin}${window.location.pathname}`
    // The browser takes its picture of the page as soon as this listener returns. The date is not formatted before: the
    // first one of a page takes a phone 80 ms.
    function update() {
      const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date())
      flushSync(() => setStamp(`${address} · ${date}`))
    }
    setStamp(address)
    window.addEventListener('beforeprint', update)
    return () => window.removeEventListener('beforeprint', update)
  }, [language])

  return <p className="print-only small">{stamp}</p>
}
