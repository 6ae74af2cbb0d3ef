'use client'

import { useEffect, useState } from 'react'
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
 * visitor's clock.
 */
export function OfficeClock({ timeZone, hours, locale, open, closed }: Props) {
  const [now, setNow] = useState<Date>()

  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), minuteMs)
    return () => clearInterval(timer)
  }, [])

  if (!now) return null
  const time = new Intl.DateTimeFormat(locale, {
    timeStyle: 'short',
    timeZone,
  }).format(now)
  const sentence = isOfficeOpen(now, timeZone, hours) ? open : closed
  return (
    <p className="small office-clock">{sentence.replace('{time}', time)}</p>
  )
}
