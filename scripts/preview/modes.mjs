// The preview's two ways of showing texts: with their keys (`?keys`), and stretched and accented (`?pseudo`).
const modes = ['keys', 'pseudo']
const cookie = 'preview'

/**
 * Tells the site in a header how to show this request's texts. `?keys` and `?pseudo` in an address hold, by a cookie,
 * for what follows in the same browser session, until `?keys=off`.
 */
export function chooseModes(request, response) {
  const { searchParams } = new URL(request.url, 'http://localhost')
  const kept = request.headers.cookie?.match(/(?:^|; )preview=([a-z.]*)/)?.[1].split('.') ?? []
  const chosen = modes.filter((mode) =>
    searchParams.has(mode) ? searchParams.get(mode) !== 'off' : kept.includes(mode),
  )
  request.headers['x-preview'] = chosen.join('.')
  const asked = modes.some((mode) => searchParams.has(mode))
  if (asked) response.setHeader('Set-Cookie', `${cookie}=${chosen.join('.')}; Path=/; SameSite=Lax`)
}
