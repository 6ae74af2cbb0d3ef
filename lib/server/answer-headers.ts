import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '@/lib/env'
import { cachePolicyOf } from '@/lib/http/cache-policy'
import { commonHeaders, dataPolicy, httpsOnly } from '@/lib/security/policy.mjs'
import { pathOf } from './request'

export const requestIdHeader = 'X-Request-Id'
const policyHeader = 'Content-Security-Policy'

/** The headers of every answer. The policy allows nothing: Next's rules give each page its own. */
export const answerHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  [policyHeader]: dataPolicy,
  ...(env.SITE_URL.startsWith('https:') && { 'Strict-Transport-Security': httpsOnly }),
  // For the files of a staging site; its pages have the tag themselves.
  ...(env.NOINDEX && { 'X-Robots-Tag': 'noindex, nofollow' }),
}

/** `styles` are the policy sources that a page with a nonce needs: React gives none to its style elements. */
export function prepareAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  id?: string,
  styles: string[] = [],
): void {
  if (id) response.setHeader(requestIdHeader, id)
  for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value)
  const path = pathOf(request)
  beforeHead(response, (status) => {
    const given = String(response.getHeader('Cache-Control') ?? '')
    response.setHeader('Cache-Control', cachePolicyOf(path, status, given))
    const policy = String(response.getHeader(policyHeader))
    if (policy.includes("'nonce-")) {
      response.setHeader(policyHeader, policy.replace("style-src 'self'", ["style-src 'self'", ...styles].join(' ')))
    }
  })
}

export function beforeHead(response: ServerResponse, prepare: (status: number) => void): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse
  response.writeHead = (status: number, ...rest: unknown[]) => {
    prepare(status)
    return writeHead(status, ...rest)
  }
}
