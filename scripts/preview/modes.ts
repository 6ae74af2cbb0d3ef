import type { IncomingMessage, ServerResponse } from 'node:http'

// The preview's two ways of showing texts: with their keys (`?keys`), and stretched and accented (`?pseudo`).
const modes = ['keys', 'pseudo']

/**
 * Tells the site in a header how to show this request's texts. `?keys` and `?pseudo` in an address hold, by a cookie,
 * for what follows in the same browser session, until `?keys=off`.
 */
export function chooseModes(request: IncomingMessage, response: ServerResponse) {
  const asked = new URLSearchParams(request.url?.split('?')[1])
  const kept = request.headers.cookie?.match(/(?:^|; )preview=([a-z.]*)/)?.[1]?.split('.') ?? []
  const chosen = modes.filter((mode) => (asked.has(mode) ? asked.get(mode) !== 'off' : kept.includes(mode)))
  request.headers['x-preview'] = chosen.join('.')
  if (modes.some((mode) => asked.has(mode))) {
    response.setHeader('Set-Cookie', `preview=${chosen.join('.')}; Path=/; SameSite=Lax`)
  }
}
