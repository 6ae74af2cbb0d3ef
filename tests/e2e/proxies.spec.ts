// Tests the example configurations in deploy/ for nginx and Caddy in front of
// the built site.
import { expect, test } from '@playwright/test'
import { type Answer, requestProxy, requestRaw } from '../support/ask'
import { smallPdf } from '../support/attestations'
import { exchange } from '../support/misbehaving-clients'
import { proxyNames, proxyProgram, startProxy } from '../support/proxies'
import {
  killServer,
  operatorKey,
  serverEnvironment,
  startServer,
  takePort,
} from '../support/server'

for (const name of proxyNames) {
  test.describe(name, () => {
    test.describe.configure({ mode: 'serial' })
    test.skip(
      !proxyProgram(name),
      `${name} is not installed, and its package could not be fetched`,
    )

    const ports = {
      https: takePort(),
      http: takePort(),
      node: takePort(),
      admin: takePort(),
    }
    let node: Awaited<ReturnType<typeof startServer>>
    let proxy: Awaited<ReturnType<typeof startProxy>>

    test.beforeAll(async () => {
      node = await startServer({
        ...serverEnvironment(undefined, ports.node),
        HOST: '127.0.0.1',
        TRUSTED_PROXY_HOPS: '1',
        SITE_URL: `https://localhost:${ports.https}`,
        LIMIT_OPERATOR_PER_CLIENT: '2',
      })
      proxy = await startProxy(name, ports)
    })

    test.afterAll(async () => {
      await proxy?.stop()
      if (node) await killServer(node.server)
    })

    const postThrough = (
      path: string,
      headers: Record<string, string>,
      body: string,
      from = '127.0.0.1',
    ) =>
      requestProxy(ports.https, path, headers, { method: 'POST', body, from })

    const postForm = async (
      body: string,
      Origin = `https://localhost:${ports.https}`,
    ) => {
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin,
      }
      return (await postThrough('/api/contact', headers, body)).status
    }

    for (const path of [
      '/fr/direct-reserve',
      '/share/home.en.png',
      '/no-such-page',
      '/en/contact',
      '/healthz',
    ])
      test(`a proxy passes on ${path} unchanged`, async () => {
        const headers = {
          'Accept-Encoding': 'br',
          Host: `localhost:${ports.https}`,
        }

        const [theirs, ours] = await Promise.all([
          requestProxy(ports.https, path, headers),
          requestRaw(ports.node, path, headers),
        ])

        expect(comparable(theirs)).toEqual(comparable(ours))
        expect(theirs.headers['strict-transport-security']).toContain(
          'max-age=',
        )
      })

    test('a proxy passes on a 304', async () => {
      const { headers } = await requestProxy(ports.https, '/fr/contact')

      const known = await requestProxy(ports.https, '/fr/contact', {
        'If-None-Match': String(headers.etag),
      })

      expect(known.status).toBe(304)
    })

    for (const path of [
      '/_next/static/../../api/internal/reports',
      '/_next/static/%2e%2e/%2e%2e/api/internal/reports',
    ])
      test(`${path} does not bypass a proxy’s filter`, async () => {
        const { status, headers } = await requestProxy(ports.https, path, {
          Host: `localhost:${ports.https}`,
        })

        expect(status).toBe(404)
        expect(headers['cache-control']).toBe('no-store')
      })

    test('a proxy passes on the redirect to the canonical spelling', async () => {
      const { status, headers } = await requestProxy(
        ports.https,
        '/_next/static/../../contact',
      )

      expect(status).toBe(308)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers.location).toBe('/contact')
    })

    test('a proxy redirects http only to the site, whatever the requested host', async () => {
      const locationFor = async (Host: string) =>
        (
          await requestRaw(ports.http, '/fr?a=1', { Host }).catch(
            () => undefined,
          )
        )?.headers.location

      expect(await locationFor('localhost')).toMatch(
        /^https:\/\/localhost(:\d+)?\/fr\?a=1$/,
      )
      expect((await locationFor('evil.example')) ?? '').not.toContain(
        'evil.example',
      )
    })

    test('a proxy shows no version in its own responses', async () => {
      const broken = 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'
      const [redirected, refused] = await Promise.all([
        requestRaw(ports.http, '/fr', { Host: 'localhost' }),
        exchange(ports.http, broken),
      ])
      const large = await postThrough(
        '/api/contact',
        { 'Content-Type': 'text/plain' },
        'x'.repeat(400_000),
      )

      for (const answer of [redirected, large])
        expect(answer.headers.server ?? '').not.toMatch(/\d/)
      expect(large.body.toString()).not.toMatch(/nginx\/|Caddy\//)
      expect(refused.answer).toMatch(/^(HTTP\/1.1 400|$)/)
      expect(refused.answer).not.toMatch(/nginx\/\d/)
    })

    test('a proxy passes on the visitor’s real address, not a forged one, for rate limits', async () => {
      const guess = async (from: string, claimed: string) => {
        const headers = {
          'Content-Type': 'application/json',
          'X-Forwarded-For': claimed,
        }
        return (
          await postThrough(
            '/api/operator/session',
            headers,
            '{"key":"wrong-key"}',
            from,
          )
        ).status
      }
      const statuses = []
      for (const claimed of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
        statuses.push(await guess('127.0.0.2', claimed))

      expect(statuses).toEqual([401, 401, 429])
      expect(await guess('127.0.0.3', '127.0.0.2')).toBe(401)
    })

    test('a proxy passes on the origin of a form, so that other sites are refused', async () => {
      expect(await postForm('name=x', 'https://evil.example')).toBe(403)
      expect(await postForm('name=x')).toBe(303)
    })

    test('a proxy limits the size of forms but accepts reports of several megabytes', async () => {
      const postLong = (length: number) =>
        postForm(`message=${'x'.repeat(length)}`)
      expect(await postLong(40_000)).toBe(303)
      expect(await postLong(400_000)).toBe(303)
      // Caddy may reach its limit before it has read the site's response.
      expect([303, 413, 502]).toContain(await postLong(3_000_000))

      const pdf = smallPdf.replace(
        '<<>> endobj',
        `<<>> endobj\n%${'x'.repeat(2_000_000)}`,
      )
      const headers = {
        Authorization: `Bearer ${operatorKey}`,
        'Content-Type': 'application/pdf',
      }
      expect(
        (await postThrough('/api/attestations/files', headers, pdf)).status,
      ).toBe(201)
    })
  })
}

/** Returns what a proxy must not change in an answer. */
function comparable({ status, headers, body }: Answer) {
  return {
    status,
    body,
    policy: headers['content-security-policy'],
    caching: headers['cache-control'],
    encoding: headers['content-encoding'],
    etag: headers.etag,
    location: headers.location,
  }
}
