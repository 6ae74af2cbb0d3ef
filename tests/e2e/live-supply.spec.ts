import { expect } from '@playwright/test'
import { formatDay, formatTokens } from '@/lib/attestations/format'
import { tokenContracts } from '@/lib/chain/contracts'
import type { ReservesJson } from '@/lib/chain/response-schema'
import { localizedPath } from '@/lib/i18n/navigation'
import { expectAccessible } from '../support/accessibility'
import { hasAnvil, startAnvil, stopAnvils } from '../support/anvil'
import { catalog, locales } from '../support/catalog'
import { type InventedChain, startInventedNode } from '../support/invented-node'
import { expectToFit } from '../support/layout'
import { test } from '../support/page'
import { watchPainting } from '../support/painting'
import { seedReports } from '../support/reports'
import { killServer, serverEnvironment, startServer } from '../support/server'

// The chain has fewer gold tokens than ounces attested, and more silver tokens.
const supply = { gold: 41_250n, silver: 1_000n }
const chain: InventedChain = {
  id: 137,
  block: 81_204_113,
  get at() {
    return new Date()
  },
  contracts: Object.fromEntries(
    tokenContracts().map(({ metal, address, decimals }) => [
      address,
      { supply: supply[metal] * 10n ** 18n, decimals },
    ]),
  ),
}

let site: Awaited<ReturnType<typeof startServer>>

test.beforeAll(async () => {
  const environment = serverEnvironment()
  const { url } = await startInventedNode(() => chain)
  site = await startServer({ ...environment, CHAIN_RPC_URL: url })
  seedReports(environment.DATABASE_URL, 3)

  // Waits, because the first reading may be slow on a busy machine.
  await expect
    .poll(async () => (await readReserves()).state, { timeout: 100_000 })
    .toBe('live')
})

test.afterAll(async () => {
  stopAnvils()
  await killServer(site.server)
})

async function readReserves(): Promise<ReservesJson> {
  return (await fetch(`${site.address}/api/reserves`)).json()
}

const shownPages = ['/', '/attestations']

for (const locale of locales)
  test(`without JavaScript, pages in ${locale} show the supply with its block and time`, async ({
    browser,
  }) => {
    const { figures } = catalog(locale).LiveSupply
    const page = await browser.newPage({ javaScriptEnabled: false })

    for (const path of shownPages) {
      await page.goto(site.address + localizedPath(locale, path))
      const gold = page.locator('dl > div', {
        hasText: figures.outstanding.gold,
      })
      const time = page.locator('main time').first()
      await expect(gold, path).toContainText(formatTokens(locale, '41250'))
      await expect(page.locator('main'), path).toContainText(/81.204.113/)
      await expect(time, path).toContainText(formatDay(locale, new Date()))
    }
  })

test('the reports page names the metal that has more tokens than ounces attested', async ({
  page,
}) => {
  const { above } = catalog('en').LiveSupply.figures

  for (const path of shownPages) {
    await page.goto(site.address + path)
    const warning = page.getByText(above.replace('{excess}', '0.01'))

    await expect(warning, path).toHaveCount(1)
    await expect(warning, path).toHaveClass('coverage-low')
    await expectAccessible(page)
  }
})

for (const width of [320, 1280])
  test(`a page requests a newer reading once, without a layout shift at ${width} px`, async ({
    page,
  }) => {
    const shifts: number[] = []
    const painted = await watchPainting(page)
    await page.setViewportSize({ width, height: 900 })
    await page.route('**/api/reserves', async (route) => {
      const answer = await route.fetch()
      const json: ReservesJson = await answer.json()
      if (json.gold) json.gold.tokens = '41249.75'
      json.block = 81_204_157
      shifts.push((await painted()).shift)
      await route.fulfill({ response: answer, json })
    })
    for (const path of shownPages) {
      await page.goto(site.address + path)
      await expect(page.getByText('41,249.75'), path).toBeVisible()
      await expect(page.getByText('81,204,157'), path).toBeVisible()
      shifts.push((await painted()).shift)
      await expectToFit(page)
    }
    const [home, homeAfter, attestations, attestationsAfter] = shifts

    expect(shifts).toHaveLength(4)
    expect(homeAfter).toBe(home)
    expect(attestationsAfter).toBe(attestations)
  })

test('without a recent reading, pages say so instead of showing old figures', async ({
  page,
}) => {
  await page.route('**/api/reserves', async (route) => {
    const answer = await route.fetch()
    const json = { ...(await answer.json()), state: 'unknown' }
    await route.fulfill({ response: answer, json })
  })

  await page.goto(site.address)

  const { unknown } = catalog('en').LiveSupply.figures
  // Looks only at the live figures, because the report next to them states its
  // own tokens.
  const live = page.locator('.ledger-live')
  await expect(live.getByText(unknown)).toBeVisible()
  await expect(live.getByText('41,250.00')).toHaveCount(0)
})

test('GET /api/reserves may be cached for a minute', async ({ request }) => {
  const answer = await request.get(`${site.address}/api/reserves`)

  expect(answer.headers()['cache-control']).toMatch(/^public, max-age=\d\d?$/)
  expect(await answer.json()).toMatchObject({
    state: 'live',
    block: 81_204_113,
  })
})

test('without a blockchain node, pages neither show nor request the supply', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const path of shownPages) {
    await page.goto(path)
    expect(await page.content(), path).not.toMatch(/api\/reserves|LiveSupply/)
  }

  expect(asked.filter((url) => url.includes('reserves'))).toEqual([])
  expect((await page.request.get('/api/reserves')).status()).toBe(404)
})

test('tokens minted and burned on a real chain show on the page within a minute', async ({
  page,
}) => {
  test.skip(!hasAnvil, 'anvil is not installed')
  const anvil = await startAnvil()
  await anvil.change('mint', 'gold', 64_000)
  await anvil.mine(2)
  const { server, address } = await startServer({
    ...serverEnvironment(),
    CHAIN_RPC_URL: anvil.url,
  })
  await page.goto(address)
  await expect(page.getByText('64,000.00')).toBeVisible()
  await anvil.change('burn', 'gold', 40)
  await anvil.mine(2)
  const changedAt = Date.now()

  const textAt = async (path: string) =>
    (await (await page.request.get(address + path)).text()).replaceAll(',', '')
  for (const path of ['/api/reserves', ...shownPages])
    await expect
      .poll(() => textAt(path), { timeout: 75_000, message: path })
      .toContain('63960')

  // The site reads the chain every minute, and a busy machine reads the pages
  // slowly.
  expect(Date.now() - changedAt).toBeLessThan(75_000)
  await killServer(server)
})
