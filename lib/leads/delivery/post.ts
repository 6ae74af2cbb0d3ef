import { fetchText } from '@/lib/fetch-text'
import { retryAfterOf } from '@/lib/http/retry-after'
import { createFailure } from '@/lib/outbox/failure'

export const jsonHeaders = { 'Content-Type': 'application/json' }

const maxMs = 10_000
const maxResponseBytes = 64 * 1024

type Message = {
  headers: Record<string, string>
  body: string
  /** Matches the receiver's documented reasons for a refusal. */
  reasons?: RegExp
}

/**
 * Posts to a receiver. Rejects after 10 s without a response and for any status
 * but 2xx, but accepts a response whose body never ends.
 */
export async function post(
  url: string,
  message: Message,
  signal?: AbortSignal,
) {
  // Closes the connection, because a receiver may close a kept-alive connection
  // just as it is reused.
  const headers = { ...message.headers, Connection: 'close' }
  // Follows no redirect, because it could turn the POST into a GET or send the
  // data to another host.
  const response = await fetchText(url, {
    method: 'POST',
    redirect: 'manual',
    signal,
    headers,
    body: message.body,
    maxMs,
    maxBytes: maxResponseBytes,
  })
  if (response.ok) return response
  const { status, headers: responseHeaders, text } = response
  const reason =
    status < 400
      ? redirectOf(responseHeaders, url)
      : message.reasons?.exec(text)?.[1]
  throw createFailure(
    ['HTTP', status, reason].filter(Boolean).join(' '),
    retryAfterOf(responseHeaders),
  )
}

/**
 * Leaves out the query and the configured path, because both may contain a
 * secret.
 */
function redirectOf(headers: Headers, from: string): string | undefined {
  const location = headers.get('location')
  const target = location === null ? null : URL.parse(location, from)
  if (!target?.origin.startsWith('http')) return undefined
  const { pathname } = new URL(from)
  return (
    target.origin +
    (pathname === '/'
      ? target.pathname
      : target.pathname.replace(pathname, '/…'))
  )
}
