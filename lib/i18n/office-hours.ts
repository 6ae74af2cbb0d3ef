/** Times of day as HH:MM. */
export type OfficeHours = { opens: string; closes: string }

/**
 * Whether a moment is between `opens` and `closes` on a day from Monday to
 * Friday.
 */
export function isOfficeOpen(
  moment: Date,
  timeZone: string,
  { opens, closes }: OfficeHours,
): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(moment)
  const partOf = (type: string) =>
    parts.find((part) => part.type === type)?.value ?? ''
  const time = `${partOf('hour')}:${partOf('minute')}`
  const isWeekend = ['Sat', 'Sun'].includes(partOf('weekday'))
  return !isWeekend && opens <= time && time < closes
}
