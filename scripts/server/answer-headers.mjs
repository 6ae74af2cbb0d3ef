import { cachePolicyOf } from '../../lib/http/cache-policy.mjs'
import { commonHeaders, dataPolicy, httpsOnly } from '../../lib/security/policy.mjs'

/**
 * The headers of every answer, Next's own redirects and refusals included. The policy allows nothing: Next's rules give
 * each page its own.
 */
export const answerHeaders = Object.freeze({
  ...commonHeaders,
  'Content-Security-Policy': dataPolicy,
  ...(process.env.SITE_URL?.startsWith('https:') && { 'Strict-Transport-Security': httpsOnly }),
  // The pages of a staging site say so themselves; this is for its files.
  ...(process.env.NOINDEX === 'true' && { 'X-Robots-Tag': 'noindex, nofollow' }),
})

/** Gives an answer the headers of every answer, and its Cache-Control once its status is known. */
export function prepareAnswer(request, response) {
  for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value)
  const path = request.url.split('?', 1)[0]
  const { writeHead } = response
  response.writeHead = (status, ...rest) => {
    const given = String(response.getHeader('Cache-Control') ?? '')
    response.setHeader('Cache-Control', cachePolicyOf(path, status, given))
    return writeHead.call(response, status, ...rest)
  }
}
