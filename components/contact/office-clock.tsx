'use client'

import { useEffect, useRef, useState } from 'react'
import { minuteMs } from '@/lib/durations'
import { isOfficeOpen, type OfficeHours } from '@/lib/i18n/office-hours'
import type { Locale } from '@/lib/i18n/routing'

type Props = {
  timeZone: string
  hours: OfficeHours
  locale: Locale
  /** The sentences, with `{time}` in the place of the time. */
  open: string
  closed: string
}

/**
 * Shows an office's local time and whether it is open, computed from the
 * visitor's clock. Waits until the line is in view, because the browser's first
 * time format blocks a slow phone for 0.15 s.
 */
export function OfficeClock({ timeZone, hours, locale, open, closed }: Props) {
  const line = useRef<HTMLParagraphElement>(null)
  const [now, setNow] = useState<Date>()

  useEffect(() => {
    const inView = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting))
        setNow(new Date())
    })
    if (line.current) inView.observe(line.current)
    const timer = setInterval(
      () => setNow((seen) => seen && new Date()),
      minuteMs,
    )
    return () => {
      inView.disconnect()
      clearInterval(timer)
    }
  }, [])

  return (
    <p ref={line} className="small office-clock">
      {now && sentenceAt(now)}
    </p>
  )

  function sentenceAt(moment: Date): string {
    const time = new Intl.DateTimeFormat(locale, {
      timeStyle: 'short',
      timeZone,
    }).format(moment)
    const sentence = isOfficeOpen(moment, timeZone, hours) ? open : closed
    return sentence.replace('{time}', time)
  }
}
