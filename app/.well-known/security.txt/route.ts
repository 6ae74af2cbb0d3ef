import { dayMs } from '@/lib/durations'
import { routing } from '@/lib/i18n/routing'
import { absolute, pageAddress } from '@/lib/seo/address'

// Renders per request, so that `Expires` is always 90 days ahead. A static copy
// would eventually expire.
export const dynamic = 'force-dynamic'

const validMs = 90 * dayMs

/** Says where to report a vulnerability in the site (RFC 9116). */
export function GET() {
  const lines = [
    `Contact: ${pageAddress('contact', routing.defaultLocale)}`,
    `Expires: ${new Date(Date.now() + validMs).toISOString()}`,
    `Preferred-Languages: ${routing.locales.join(', ')}`,
    `Canonical: ${absolute('/.well-known/security.txt')}`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
