import { lookup } from 'mrmime'
import { cachePolicies, cachePolicyOf } from '@/lib/http/cache-policy'
import { speculationHeader } from '@/lib/speculation-rules'

/** Content-Encoding (RFC 9110 section 8.4.1) with its file ending. */
export const encodings = { br: 'br', gzip: 'gz' } as const

export type Encoding = keyof typeof encodings

/**
 * `file` is a path in the folder; compressed copies are beside it. `policy` is a page's Content-Security-Policy. `isOlder`
 * marks a file of the build before.
 */
export type StaticFile = { file: string; type: string; encodings: Encoding[]; policy?: string; isOlder?: true }

/**
 * What a build writes and the server reads. `pages` by internal address (`/en/contact`), with the texts of each language;
 * `files` by address; `styles` are the policy sources of what Next puts into the pages that are rendered per request.
 */
export type StaticSite = Record<'pages' | 'files', Record<string, StaticFile>> & { styles: string[] }

export const staticSiteFolder = 'static-site'
export const staticSiteIndex = 'index.json'

export function mediaTypeOf(address: string): string {
  const type = lookup(address) ?? 'application/octet-stream'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

export function headersOf(
  address: string,
  { type, policy }: Pick<StaticFile, 'type' | 'policy'>,
): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': policy ? cachePolicies.page : cachePolicyOf(address, 200),
    ...(policy && { 'Content-Security-Policy': policy, ...speculationHeader }),
    // Other sites show these in link previews.
    ...(address.startsWith('/share/') && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
  }
}
