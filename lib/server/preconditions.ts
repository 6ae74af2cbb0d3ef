import type { IncomingMessage } from 'node:http'

/**
 * Returns the status that a request's preconditions demand instead of 200, in
 * the order of RFC 9110 section 13.2.2. Without an ETag, only `*` matches.
 * Ignores conditions on a date, as section 13.1.4 asks, because the site knows
 * no modification dates.
 */
export function failedPrecondition(
  { method = '', headers }: IncomingMessage,
  etag = '',
): 304 | 412 | undefined {
  const { 'if-match': expected, 'if-none-match': cached } = headers
  if (expected !== undefined && !listsTag(expected, [etag])) return 412
  // Compares weakly, because a proxy that compresses again makes ETags weak
  // (section 13.1.2).
  if (cached === undefined || !listsTag(cached, [etag, `W/${etag}`]))
    return undefined
  return /^(GET|HEAD)$/.test(method) ? 304 : 412
}

function listsTag(list: string, wanted: string[]): boolean {
  // Matches whole tags, because a tag may contain a comma or an asterisk.
  const tags = list.match(/(W\/)?"[^"]*"/g) ?? []
  return list.trim() === '*' || tags.some((tag) => wanted.includes(tag))
}
