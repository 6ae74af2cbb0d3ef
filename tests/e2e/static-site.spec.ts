import { get, type IncomingHttpHeaders } from 'node:http'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { routes } from '@/lib/routes'
import { locales } from '../support/page'
import { killServer, serverEnvironment, sharedPort, startServer } from '../support/server'

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

function ask(port: number, path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<Answer>((resolve, reject) => {
    const request = get({ port, path, headers, method, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      )
    })
    request.once('error', reject)
  })
}

const known = Object.keys(routes).flatMap((path) => path.split('/').filter(Boolean))
const segment = fc.oneof(
  fc.constantFrom(...locales, ...known),
  fc.constantFrom(
    '',
    '.',
    '..',
    'no-such-page',
    'EN',
    'Contact',
    '%63ontact',
    '%',
    '%2F',
    'a%20b',
    'page-not-found',
    'x.html',
    '_',
    '~',
    "'",
    '"',
    '<',
    ';',
    '@',
    ':',
    '&',
    '=',
  ),
  fc.stringMatching(/^[\w.~-]{1,6}$/),
)
const paths = fc
  .tuple(fc.array(segment, { maxLength: 4 }), fc.boolean())
  .map(([segments, slash]) => `/${segments.join('/')}${slash ? '/' : ''}`)
const queries = fc.oneof(
  fc.constantFrom(
    '',
    '?',
    '?lang=fr',
    '?lng=es',
    '?lang=xx&lng=fr',
    '?lang=en&a=1',
    '?a=1',
    '?utm_source=x&lang=fr',
    '?a=b%20c&lng=en',
    '?lang=',
    '?lang',
    '?%',
    '?a=?lang=fr',
  ),
  fc.stringMatching(/^\?[\w=&%+?-]{0,12}$/),
)
const addresses = fc.tuple(paths, queries).map(([path, query]) => path + query)

test('pages in memory are what Next would answer, at any address', async () => {
  test.setTimeout(300_000)
  const byNext = await startServer(serverEnvironment(), 'tests/support/serve-by-next.mjs')
  const port = Number(new URL(byNext.address).port)
  await fc.assert(
    fc.asyncProperty(addresses, async (address) => {
      const [ours, nexts] = await Promise.all([ask(sharedPort, address), ask(port, address)])
      expect({ address, ...comparable(ours) }).toEqual({ address, ...comparable(nexts) })
    }),
    { numRuns: 5_000 },
  )
  await killServer(byNext.server)
})

// A redirect of ours has no body, and neither it nor a text may load anything; a 404 page's policy names its own scripts only. Pages that are
// rendered for each request differ in their nonce.
function comparable({ status, headers, body }: Answer) {
  const { location, 'content-type': type, 'cache-control': cache } = headers
  const policy = String(headers['content-security-policy'])
  const nonce = policy.match(/nonce-([^']+)/)?.[1]
  const withoutNonce = (text: string) => (nonce ? text.replaceAll(nonce, 'nonce') : text)
  return {
    status,
    location,
    cache,
    ...(status !== 308 && { type, body: withoutNonce(body) }),
    ...(status === 200 && type?.startsWith('text/html') && { policy: withoutNonce(policy) }),
  }
}
