// What a request asks for of something that it may know already, or wants a part of (RFC 9110 sections 13 and 14).
import type { ServerResponse } from 'node:http'

// Weak comparison: a proxy that compresses again makes ETags weak (RFC 9110 section 13.1.2).
export function isKnown(tags: string | undefined, etag: string): boolean {
  const known = tags?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known !== undefined && (known.includes('*') || known.includes(etag))
}

export function isCurrent(condition: string | string[] | undefined, etag: string): boolean {
  return condition === undefined || condition === etag
}

/** The part that a `Range` asks for; `end` is exclusive. Several ranges, and units other than bytes, get everything. */
export function rangeOf(range: string, length: number): { start: number; end: number } | 'all' | 'unsatisfiable' {
  const [, first = '', last = ''] = range.match(/^bytes=(\d*)-(\d*)$/) ?? []
  if (!first && !last) return 'all'
  const start = first ? Number(first) : Math.max(length - Number(last), 0)
  const end = first && last ? Math.min(Number(last) + 1, length) : length
  if (first && last && Number(last) < Number(first)) return 'all'
  return start < end ? { start, end } : 'unsatisfiable'
}

/** `added` are headers, as names and values by turns. */
export function refuseRange(response: ServerResponse, length: number, added: string[]): void {
  const refused = { 'Content-Range': `bytes */${length}`, 'Content-Length': '0', 'Cache-Control': 'no-store' }
  response.writeHead(416, [...Object.entries(refused).flat(), ...added]).end()
}
