import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerHeaders, policyHeader, requestIdHeader } from '@/lib/http/answer-headers'
import { cachePolicyOf } from '@/lib/http/cache-policy'
import { pathOf } from './request'

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
