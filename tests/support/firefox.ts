import { expect, type Page } from '@playwright/test'
import { test as base } from './page'
import { locateFirefox } from './programs'

const firefox = locateFirefox()

/** How the tests start Firefox; undefined where it is not on this machine. Playwright drives it by WebDriver BiDi. */
export const firefoxOptions = firefox && {
  browserName: 'firefox' as const,
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: firefox.program,
    env: { ...process.env, ...(firefox.libraries && { LD_LIBRARY_PATH: firefox.libraries }) },
  },
}

type Send = (method: string, parameters: unknown) => Promise<unknown>

// Of Playwright's own, which its types do not show.
type Connected = { _connection: { toImpl: (browser: unknown) => { _browserSession: { send: Send } } } }

/** As in tests/support/page.ts, and no request of a page may fail, nor be answered with an error. */
export const test = base.extend<object, object>({
  browser: [
    async ({ browser }, use) => {
      const { _browserSession: session } = (browser as unknown as Connected)._connection.toImpl(browser)
      const send = session.send.bind(session)
      // Playwright 1.65 makes no window without this command, which Firefox ESR 153 does not know.
      session.send = (method, parameters) =>
        method === 'emulation.setMediaFeaturesOverride' ? Promise.resolve({}) : send(method, parameters)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, use) => {
    const failed = watchRequests(page)
    await use(page)
    expect(failed).toEqual([])
  },
})

const expectedStatuses = new WeakMap<Page, number>()

/** Says that a test provokes answers of this status. */
export function expectStatus(page: Page, status: number) {
  expectedStatuses.set(page, status)
}

function watchRequests(page: Page): string[] {
  const failed: string[] = []
  page.on('requestfailed', (request) => {
    const { errorText } = request.failure() ?? {}
    // What a page still asked for when the test left it.
    if (errorText !== 'NS_BINDING_ABORTED') failed.push(`${request.url()}: ${errorText}`)
  })
  page.on('response', (response) => {
    const isRight = response.status() < 400 || response.status() === expectedStatuses.get(page)
    if (!isRight) failed.push(`${response.url()}: ${response.status()}`)
  })
  return failed
}
