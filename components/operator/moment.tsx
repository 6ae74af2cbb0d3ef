import { useLocale } from 'next-intl'
import { shortOfficeTime } from '@/lib/i18n/offices'

/** A time by the office's clock, as mails to sales tell it. */
export function Moment({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="tabular">
      {shortOfficeTime(at, useLocale())}
    </time>
  )
}
