import { env } from '@/lib/env'
import { commonHeaders, dataPolicy, httpsOnly } from '@/lib/security/policy.mjs'

export const requestIdHeader = 'X-Request-Id'
export const policyHeader = 'Content-Security-Policy'

/** The headers of every answer. The policy allows nothing: Next's rules give each page its own. */
export const answerHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  [policyHeader]: dataPolicy,
  ...(env.SITE_URL.startsWith('https:') && { 'Strict-Transport-Security': httpsOnly }),
  // For the files of a staging site; its pages have the tag themselves.
  ...(env.NOINDEX && { 'X-Robots-Tag': 'noindex, nofollow' }),
}
