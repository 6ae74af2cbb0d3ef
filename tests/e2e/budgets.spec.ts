import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { localizedPath, test } from '../support/page'

// What a bare Next application of this version sends, in KiB after gzip; measured on next 16.4.6.
const bareScriptKb = 131.7
const kib = 1024

const budgets = [
  { path: '/', scriptKb: bareScriptKb + 8 },
  { path: '/direct-reserve', scriptKb: bareScriptKb + 8 },
  { path: '/contact', scriptKb: bareScriptKb + 45 },
]

for (const { path, scriptKb } of budgets) {
  for (const locale of ['en', 'fr'] as const) {
    test(`${localizedPath(locale, path)} stays within its budgets`, async ({ page, baseURL }) => {
      const sizes: Record<string, number[]> = { script: [], stylesheet: [], font: [] }
      const elsewhere: string[] = []
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== baseURL) elsewhere.push(request.url())
      })
      page.on('response', async (response) => {
        const kind = response.request().resourceType()
        const body = sizes[kind] && (await response.body())
        if (body) sizes[kind]?.push((kind === 'font' ? body : gzipSync(body)).byteLength / kib)
      })
      await page.addInitScript(() => {
        const seen = { shift: 0, largest: '' }
        Object.assign(window, { seen })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
            seen.largest = entry.element?.tagName ?? ''
          }
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      })
      await page.goto(localizedPath(locale, path), { waitUntil: 'networkidle' })
      const total = (kind: string) => (sizes[kind] ?? []).reduce((sum, size) => sum + size, 0)
      expect(elsewhere).toEqual([])
      expect(total('script')).toBeGreaterThan(50)
      expect(total('script')).toBeLessThanOrEqual(scriptKb)
      expect(total('stylesheet')).toBeLessThanOrEqual(14)
      expect(sizes.font?.length).toBeLessThanOrEqual(2)
      expect(total('font')).toBeLessThanOrEqual(70)

      // Text is shown first, and nothing shifts.
      await page.mouse.wheel(0, 4000)
      await page.waitForTimeout(300)
      const { shift, largest } = await page.evaluate(
        () => (window as unknown as { seen: { shift: number; largest: string } }).seen,
      )
      expect(shift).toBe(0)
      expect(['H1', 'P']).toContain(largest)
    })
  }
}
