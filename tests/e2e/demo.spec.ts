import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { paths } from '@/lib/routes'
import { catalog, locales, localizedPath } from '../support/page'
import { killServer, serverEnvironment, startServer } from '../support/server'
import { findUnreadable } from '../support/walk'

test('the demonstration says on every page that it is one, and the real site nowhere', async ({ request, page }) => {
  // A build of its own comes first.
  test.setTimeout(240_000)
  const environment = {
    ...serverEnvironment(),
    DEMO_FILE: join(mkdtempSync(join(tmpdir(), 'demo-')), 'demo.db'),
  }
  const { server, address } = await startServer(environment, 'scripts/demo.mjs', 200)
  try {
    for (const locale of locales) {
      const { banner } = catalog(locale).DemoBanner
      for (const path of [...Object.values(paths), '/gold', '/no-such-page']) {
        expect(await (await request.get(address + localizedPath(locale, path))).text(), path).toContain(banner)
        expect(await (await request.get(localizedPath(locale, path))).text(), path).not.toContain(banner)
      }
    }
    await page.goto(`${address}/attestations`)
    const words = catalog('en').Attestations
    // 24 months, one of them missing; early in a month the last one's report is not out yet.
    expect(await page.locator('#reports .report').count()).toBeGreaterThanOrEqual(23)
    await expect(page.getByText(words.missing.split('{')[0] ?? '')).toHaveCount(1)
    await expect(page.locator('#withdrawn .report')).toHaveCount(1)
    for (const size of [
      { width: 1280, height: 900 },
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(size)
      await page.goto(`${address}/attestations`)
      expect(await findUnreadable(page), `${size.width}×${size.height}`).toEqual([])
    }
  } finally {
    await killServer(server)
  }
})
