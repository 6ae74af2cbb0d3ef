import { createHash } from 'node:crypto'
import { cachePolicies, cachePolicyOf } from '@/lib/http/cache-policy'
import { speculationHeader } from '@/lib/speculation-rules'

/** Content-Encoding (RFC 9110 section 8.4.1) with its file ending. */
export const encodings = { br: 'br', gzip: 'gz' } as const

export type Encoding = keyof typeof encodings

/** `file` is a path in the folder; compressed copies lie beside it. `policy` is a page's Content-Security-Policy. */
export type StaticFile = { file: string; type: string; encodings: Encoding[]; policy?: string }

/**
 * `pages` by internal address (`/en/contact`), with the texts of each language; `files` by address path; `styles` are
 * the policy sources of what Next puts into the pages that are rendered per request.
 */
export type StaticSite = Record<'pages' | 'files', Record<string, StaticFile>> & { styles: string[] }

export const staticSiteFolder = 'static-site'
export const staticSiteIndex = 'index.json'

/** The headers of a file, beside those of every answer. */
export function headersOf(address: string, { type, policy }: StaticFile): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': policy ? cachePolicies.page : cachePolicyOf(address, 200),
    ...(policy && { 'Content-Security-Policy': policy, ...speculationHeader }),
    // Other sites show these in link previews.
    ...(address.startsWith('/share/') && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
  }
}

/**
 * The time, in seconds since 1970, that a static file gets for its time of change: made from its content. nginx makes
 * its ETag of this time and the size, so that it is the server's, and stays when a build changes nothing.
 */
export function contentTime(bytes: Buffer): number {
  return createHash('sha256').update(bytes).digest().readUInt32BE() >>> 1
}

/** A strong ETag (RFC 9110 section 8.8.3), as nginx writes it for a file with `contentTime`. */
export function entityTag(bytes: Buffer): string {
  return `"${contentTime(bytes).toString(16)}-${bytes.length.toString(16)}"`
}
