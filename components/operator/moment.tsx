import { useFormatter } from 'next-intl'

/** A moment in universal time, to the minute. */
export function Moment({ at }: { at: Date }) {
  const text = useFormatter().dateTime(at, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return <time dateTime={at.toISOString()}>{text}</time>
}
