import { useLocale } from 'next-intl'

/** A time as the reader's language writes it, in UTC like everything the site dates. */
export function Moment({ at }: { at: Date }) {
  const format = new Intl.DateTimeFormat(useLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return (
    <time dateTime={at.toISOString()} className="tabular">
      {`${format.format(at)} UTC`}
    </time>
  )
}
