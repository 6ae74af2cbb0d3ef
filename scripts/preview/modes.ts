import type { IncomingMessage, ServerResponse } from 'node:http'

const modes = ['keys', 'pseudo']

/**
 * Tells the site in a header how to show the texts. A cookie keeps the mode for the session, until `?keys=off`; the
 * modes of `always` are on in any case.
 */
export function chooseModes(request: IncomingMessage, response: ServerResponse, always: string[]) {
  const asked = new URLSearchParams(request.url?.split('?')[1])
  const kept = request.headers.cookie?.match(/(?:^|; )preview=([a-z.]*)/)?.[1]?.split('.') ?? []
  const chosen = modes.filter((mode) => (asked.has(mode) ? asked.get(mode) !== 'off' : kept.includes(mode)))
  request.headers['x-preview'] = [...new Set([...always, ...chosen])].join('.')
  if (modes.some((mode) => asked.has(mode))) {
    response.setHeader('Set-Cookie', `preview=${chosen.join('.')}; Path=/; SameSite=Lax`)
  }
}
