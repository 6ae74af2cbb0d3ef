import { brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { expect, type Response } from '@playwright/test'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { renderingOf } from '@/lib/routes'
import { type Answer, requestRaw } from '../support/ask'
import { locales } from '../support/catalog'
import { expectError, pages, test } from '../support/page'
import { watchPainting } from '../support/painting'
import { sharedPort } from '../support/server'

// KiB of scripts after gzip in an empty Next application of this version,
// measured with next 16.4.6.
const bareScriptKb = 131.7
const kib = 1024

// KiB of scripts that a page may load before the visitor opens anything.
const ownScriptKb: Record<string, number> = {
  '/contact': 13,
  '/contact/email': 9,
  '/contact/again': 13,
  '/contact/received': 9,
  '/attestations': 25,
}

// KiB after brotli, including styles, for pages above the default of 16.
// /attestations has 13.8 without reports, and 0.2 to 0.25 more for each of the
// 24 months that it lists, of which other tests fill more and more.
const documentKb: Record<string, number> = {
  '/attestations': 20,
  '/direct-reserve': 18,
}

// Bytes, including headers, that a server may send before the browser has
// acknowledged any (RFC 6928: ten segments of 1,460 bytes). Longer pages must
// contain the id of a section far below the first screen within this part.
const firstRoundTripBytes = 14_600
const longerPages: Record<string, string> = {
  '/': 'faq',
  '/attestations': 'content',
  '/direct-reserve': 'disclosures',
}

// KiB of page data, which repeats the text. The product page has the most: it
// names the parties and states fifty disclosures in full. The home page has
// 16.8 without a report, and up to 0.5 more with the latest report of another
// test.
const dataKb: Record<string, number> = {
  '/': 17.5,
  '/attestations': 30,
  '/direct-reserve': 24,
}

function readDocument(locale: Locale, path: string) {
  return requestRaw(sharedPort, localizedPath(locale, path), {
    'Accept-Encoding': 'br',
  })
}

for (const path of pages) {
  const languages = renderingOf(path) === 'per-request' ? [] : locales

  test(`the HTML of ${path} stays within its size limit`, async () => {
    for (const locale of languages) {
      const { body } = await readDocument(locale, path)

      expect(body.length, `${locale}, with its styles`).toBeLessThanOrEqual(
        (documentKb[path] ?? 16) * kib,
      )
      const html = brotliDecompressSync(body).toString()
      expect(html, locale).toMatch(/<\/html>$/)
    }
  })

  test(`the first round trip delivers the text of ${path}`, async () => {
    for (const locale of languages) {
      const { headers, body } = await readDocument(locale, path)
      const arrived = decompressStart(
        body.subarray(0, firstRoundTripBytes - headerBytes(headers)),
      )

      expect(arrived, locale).toContain(
        path in longerPages ? ` id="${longerPages[path]}"` : '</html>',
      )
    }
  })

  test(`${path} loads no more than its budget allows`, async ({
    page,
    baseURL,
  }) => {
    if (path === '/no-such-page') expectError(page, /404/)
    const sizes: Record<string, number[]> = {
      data: [],
      script: [],
      stylesheet: [],
      font: [],
    }
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== baseURL)
        elsewhere.push(request.url())
    })
    const measured: Promise<void>[] = []
    async function measure(response: Response) {
      const type = response.request().resourceType()
      const kind = response.url().includes('/page-data/') ? 'data' : type
      const body = sizes[kind] && (await response.body())
      if (body)
        sizes[kind]?.push(
          (kind === 'font' ? body : gzipSync(body)).byteLength / kib,
        )
    }
    page.on('response', (response) => measured.push(measure(response)))
    await page.goto(localizedPath('fr', path), { waitUntil: 'networkidle' })
    await Promise.all(measured)
    const total = (kind: string) =>
      (sizes[kind] ?? []).reduce((sum, size) => sum + size, 0)

    expect(elsewhere).toEqual([])
    expect(total('script')).toBeGreaterThan(50)
    expect(total('script')).toBeLessThanOrEqual(
      bareScriptKb + (ownScriptKb[path] ?? 6),
    )
    expect(total('data')).toBeLessThanOrEqual(dataKb[path] ?? 16)
    expect(sizes.font?.length).toBeLessThanOrEqual(2)
    expect(total('font')).toBeLessThanOrEqual(70)
  })

  test(`the largest element of ${path} is text, and its layout hardly shifts`, async ({
    page,
  }) => {
    if (path === '/no-such-page') expectError(page, /404/)
    const painted = await watchPainting(page)
    await page.goto(localizedPath('fr', path), { waitUntil: 'networkidle' })

    // Reads the largest element before the first input because the browser
    // stops tracking it then.
    await expect.poll(async () => (await painted()).largest).toMatch(/^(H1|P)$/)

    await page.mouse.wheel(0, 4000)
    await page.waitForTimeout(300)
    // When the fonts load, a line that wraps differently shifts the centered
    // heading (0.013) and the drawing next to it if that is already painted
    // (0.028). Up to 0.1 is good (web.dev/articles/cls).
    expect((await painted()).shift).toBeLessThan(0.03)
  })
}

/**
 * Returns the text that a browser can decode from the first bytes of a page.
 */
function decompressStart(bytes: Uint8Array): string {
  return brotliDecompressSync(bytes, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
  }).toString()
}

/** Returns the size of the headers in HTTP/1.1. HTTP/2 sends fewer bytes. */
function headerBytes(headers: Answer['headers']): number {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return ['HTTP/1.1 200 OK\r\n\r\n', ...lines].join('').length
}
