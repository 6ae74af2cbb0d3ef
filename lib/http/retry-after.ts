/**
 * Returns the milliseconds that a server asks to wait, in seconds or as a date
 * (RFC 9110 section 10.2.3).
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  const ms = /^\d+$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - Date.now()
  return ms > 0 ? ms : undefined
}
