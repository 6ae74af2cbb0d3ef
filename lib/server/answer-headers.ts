import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '@/lib/env'
import { cachePolicyOf } from '@/lib/http/cache-policy'
import { commonHeaders, dataPolicy, httpsOnly } from '@/lib/security/policy.mjs'
import { pathOf } from './request'

/**
 * The headers of every answer, Next's own redirects and refusals included. The policy allows nothing: Next's rules give
 * each page its own.
 */
export const answerHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'Content-Security-Policy': dataPolicy,
  ...(env.SITE_URL.startsWith('https:') && { 'Strict-Transport-Security': httpsOnly }),
  // The pages of a staging site say so themselves; this is for its files.
  ...(env.NOINDEX && { 'X-Robots-Tag': 'noindex, nofollow' }),
}

/** Gives an answer the headers of every answer, and its Cache-Control once its status is known. */
export function prepareAnswer(request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value)
  const path = pathOf(request)
  beforeHead(response, (status) => {
    const given = String(response.getHeader('Cache-Control') ?? '')
    response.setHeader('Cache-Control', cachePolicyOf(path, status, given))
  })
}

/** Has `prepare` called with an answer's status before its head is written. */
export function beforeHead(response: ServerResponse, prepare: (status: number) => void): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse
  response.writeHead = (status: number, ...rest: unknown[]) => {
    prepare(status)
    return writeHead(status, ...rest)
  }
}
