import { randomUUID } from 'node:crypto'
import { renameSync } from 'node:fs'
import {
  type APIRequestContext,
  expect,
  type Page,
  test as plain,
} from '@playwright/test'
import { fileOf } from '@/lib/database/address'
import { localizedPath } from '@/lib/i18n/navigation'
import {
  consolePaths,
  consoleSections,
  itemPath,
} from '@/lib/operator/console-paths'
import { elementsOf } from '@/lib/security/inspect-page'
import { expectAccessible, expectContrast } from '../support/accessibility'
import { validReport } from '../support/attestations'
import { catalog } from '../support/catalog'
import { validContact } from '../support/contact'
import { expectToFit } from '../support/layout'
import { narrow, test } from '../support/page'
import {
  killServer,
  operatorKey,
  serverEnvironment,
  startServer,
} from '../support/server'

/** Signs in with the keyboard alone, starting at the current focus. */
async function signIn(page: Page, key: string) {
  const isReached = () =>
    page
      .locator('[name=key]')
      .evaluate((field) => field === document.activeElement)
  for (let presses = 0; presses < 20 && !(await isReached()); presses++)
    await page.keyboard.press('Tab')
  await page.keyboard.type(key)
  await page.keyboard.press('Enter')
}

test('an operator signs in by keyboard on a phone in French', async ({
  page,
}) => {
  const { key, problems } = catalog('fr').Operator.signIn
  const wanted = localizedPath('fr', `${consolePaths.health}?a=b`)
  const overview = localizedPath('fr', consolePaths.overview)
  await page.setViewportSize(narrow)

  await test.step('the wanted page redirects to the sign-in', async () => {
    await page.goto(wanted)
    await expect(page).toHaveURL(new RegExp(`^[^?]+${overview}\\?to=`))
    await expectAccessible(page)
  })

  await test.step('a wrong key is refused', async () => {
    await signIn(page, 'wrong-key-0123456789-0123456789-abcdef')
    await expect(page.getByLabel(key)).toHaveAccessibleDescription(
      problems.unauthorized,
    )
    await expectAccessible(page)
  })

  await test.step('the right key opens the wanted page', async () => {
    await signIn(page, operatorKey)
    await expect(page).toHaveURL(wanted)
  })
})

test('an operator reads every section by keyboard on a phone in French', async ({
  page,
}) => {
  const words = catalog('fr').Operator
  await page.setViewportSize(narrow)
  await signInAt(page, localizedPath('fr', consolePaths.overview))

  for (const section of consoleSections)
    await test.step(section, async () => {
      const name = words.sections[section]
      const link = page
        .getByRole('navigation')
        .getByRole('link', { name, exact: true })
      await link.focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(localizedPath('fr', consolePaths[section]))
      await expect(page).toHaveTitle(new RegExp(`^${name}, `))
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectContrast(page)
      await page.emulateMedia({ colorScheme: 'light' })
      await expectToFit(page)
    })
})

plain(
  'the console stays out of search engines and caches',
  async ({ request }) => {
    for (const path of [
      ...Object.values(consolePaths),
      itemPath('leads', '0b9c2f'),
    ]) {
      const response = await request.get(localizedPath('fr', path), {
        maxRedirects: 0,
      })
      const {
        'x-robots-tag': robots,
        'cache-control': cache,
        'speculation-rules': rules,
      } = response.headers()
      const status = path === consolePaths.overview ? 200 : 307
      const headers = {
        robots: 'noindex, nofollow',
        cache: 'no-store',
        rules: undefined,
      }
      expect({ status: response.status(), robots, cache, rules }, path).toEqual(
        {
          status,
          ...headers,
        },
      )
    }
    const overview = await request.get(consolePaths.overview)
    expect(await overview.text()).toContain('content="noindex, nofollow"')
  },
)

plain('no file for search engines names the console', async ({ request }) => {
  for (const path of [
    '/sitemap.xml',
    '/robots.txt',
    '/llms.txt',
    '/speculation-rules.json',
  ]) {
    const response = await request.get(path)
    expect(await response.text(), path).not.toContain('/operator')
  }
})

plain('no public page loads code of the console', async ({ request }) => {
  const parts =
    /\/operator\/(leads|questions|health)|console-(bar|brand|sections|row)/g
  for (const path of ['/', '/contact', '/attestations']) {
    const html = await (await request.get(path)).text()
    const scripts = elementsOf(html).flatMap(({ tagName, attrs }) =>
      tagName === 'script'
        ? attrs.filter(({ name }) => name === 'src').map(({ value }) => value)
        : [],
    )
    const loaded = await Promise.all(
      scripts.map(async (src) => (await request.get(src)).text()),
    )
    expect([html, ...loaded].join('\n').match(parts), path).toBeNull()
  }
})

/** Stores a lead as an operator's server would and returns its id. */
async function postAsMachine(
  request: APIRequestContext,
  changes: object,
): Promise<string> {
  const headers = { Authorization: `Bearer ${operatorKey}` }
  const answer = await request.post('/api/contact', {
    headers,
    data: { ...validContact, ...changes },
    failOnStatusCode: true,
  })
  return (await answer.json()).id
}

function buttonOn(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

async function signInAt(page: Page, path: string) {
  await page.goto(path)
  await signIn(page, operatorKey)
  await page.waitForURL(path)
}

plain.describe('without JavaScript, in French', () => {
  plain.use({ javaScriptEnabled: false })

  const { OperatorLeads: words, ContactForm: labels } = catalog('fr')

  async function openLead(page: Page, id: string) {
    await signInAt(page, localizedPath('fr', itemPath('leads', id)))
  }

  plain(
    'without JavaScript, a lead can be found and assigned',
    async ({ page, request }) => {
      const company = `Société Générique ${randomUUID()}`
      await postAsMachine(request, { company })
      await signInAt(page, localizedPath('fr', consolePaths.leads))

      await page
        .getByLabel(words.filters.q)
        .fill(`societe ${company.slice(-12).toUpperCase()}`)
      await buttonOn(page, words.filters.submit).click()
      await expect(page.locator('.leads tbody tr')).toHaveCount(1)
      await page.locator('.leads tbody').getByRole('checkbox').check()
      await buttonOn(page, words.bulk.assign).click()

      await page.getByRole('link', { name: company }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(company)
    },
  )

  plain(
    'without JavaScript, a lead can be handled, annotated and corrected',
    async ({ page, request }) => {
      await openLead(page, await postAsMachine(request, {}))

      await page.getByLabel(words.stage).selectOption('qualified')
      await page.getByLabel(words.actions.owner, { exact: true }).fill('Zoé')
      await page
        .getByLabel(words.note.label, { exact: true })
        .fill('À rappeler\nlundi')
      await page.getByText(words.form.correct).click()
      await page.getByLabel(labels.name).fill('Amélie Dubois-Roy')
      await buttonOn(page, words.form.save).click()

      await expect(page.getByRole('status')).toHaveText(words.done.saved)
      await expect(page.locator('.lead-heading')).toContainText(
        words.stages.qualified,
      )
      await expect(page.locator('.lead-note')).toHaveText('À rappeler\nlundi')
      const history = page.locator('.lead-history').first()
      await expect(history).toContainText('Dubois-Roy')
      await expect(history).toContainText('Zoé')
    },
  )

  plain(
    'without JavaScript, everything about a person can be erased from a lead',
    async ({ page, request }) => {
      const email = `${randomUUID()}@banque.example`
      const id = await postAsMachine(request, { email })
      await postAsMachine(request, { company: 'Une autre', email })
      await openLead(page, id)

      await page.getByRole('link', { name: words.erase.link }).click()
      await expect(page.locator('#erase')).toContainText(email)
      await buttonOn(page, words.erase.confirm).click()

      await expect(page).toHaveURL(/\/fr\/operator\/leads\?/)
      await expect(page.getByRole('status')).toContainText('2')

      await page.goto(localizedPath('fr', itemPath('leads', id)))
      await expect(page.getByRole('alert')).toHaveText(words.problems.gone)
    },
  )
})

plain.describe('without JavaScript and without the database', () => {
  plain.use({ javaScriptEnabled: false })

  plain(
    'an unsaved note is shown while the database is down and restored to its form',
    async ({ page, request }) => {
      const words = catalog('fr')
      const environment = serverEnvironment()
      const { server, address } = await startServer(environment)
      const headers = { Authorization: `Bearer ${operatorKey}` }
      const stored = await request.post(`${address}/api/contact`, {
        headers,
        data: validContact,
      })
      const lead =
        address +
        localizedPath('fr', itemPath('leads', (await stored.json()).id))
      const note = page.getByLabel(words.OperatorLeads.note.label, {
        exact: true,
      })
      const submit = buttonOn(page, words.OperatorLeads.form.save)
      const file = fileOf(environment.DATABASE_URL)
      await signInAt(page, lead)
      await note.fill('À rappeler\nlundi')

      await plain.step('while the database is down', async () => {
        renameSync(file, `${file}.away`)
        await submit.click()
        await expect(
          page
            .getByRole('alert')
            .filter({ hasText: words.Operator.refused.unavailable }),
        ).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          words.Operator.unavailable.title,
        )
        await expect(page.getByText('À rappeler')).toBeVisible()
      })

      await plain.step('once it is back', async () => {
        renameSync(`${file}.away`, file)
        await page.reload()
        await expect(note).toHaveValue('À rappeler\nlundi')
        await submit.click()
        await expect(page.getByRole('status')).toHaveText(
          words.OperatorLeads.done.saved,
        )
      })
      await killServer(server)
    },
  )
})

test('leads can be selected and exported on a phone', async ({
  page,
  request,
}) => {
  const words = catalog('en').OperatorLeads
  const company = `Long${'winded'.repeat(20)} ${randomUUID()}`
  await postAsMachine(request, { company })
  await signInAt(page, `${consolePaths.leads}?q=${company.slice(-36)}`)

  await page.getByLabel(words.bulk.all).check()
  await page.setViewportSize(narrow)

  await expect(page.locator('.leads tbody').getByRole('checkbox')).toBeChecked()
  await expect(page.locator('.leads tbody tr')).toHaveCount(1)
  await expectToFit(page)
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: words.export }).click()
  expect((await download).suggestedFilename()).toBe('leads.csv')
})

test('a lead can be read on a phone', async ({ page, request }) => {
  const words = catalog('en').OperatorLeads
  const company = `Long${'winded'.repeat(20)} ${randomUUID()}`
  const id = await postAsMachine(request, { company })
  await page.setViewportSize(narrow)

  await signInAt(page, `${itemPath('leads', id)}?step=erase`)

  await expect(page.locator('.lead-history').first()).toContainText(
    words.history.received,
  )
  await expectToFit(page)
  await expectAccessible(page)
})

/** Gives the browser a device that confirms every request for a passkey. */
async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}

test.describe('a passkey', () => {
  const words = catalog('fr').Operator
  const overview = localizedPath('fr', consolePaths.overview)
  const leads = localizedPath('fr', consolePaths.leads)
  let site: Awaited<ReturnType<typeof startServer>>

  test.beforeAll(async () => {
    const environment = serverEnvironment()
    const SITE_URL = `http://localhost:${environment.PORT}`
    site = await startServer({ ...environment, SITE_URL })
  })

  test.afterAll(() => killServer(site.server))

  test('replaces the key until it is removed', async ({ page }) => {
    const { passkeys, signOut } = words
    const key = page.getByLabel(words.signIn.key)
    const enterKey = async () => {
      await key.fill(operatorKey)
      await page.keyboard.press('Enter')
    }
    await addDevice(page)
    await page.goto(site.address + overview)
    await enterKey()
    await expect(page.getByText(passkeys.none)).toBeVisible()

    await test.step('it can be added and managed on a phone', async () => {
      await buttonOn(page, passkeys.add).click()
      await expect(page.getByText(passkeys.manage)).toBeVisible()
      await expect(page.getByText(passkeys.none)).toHaveCount(0)
      await page.setViewportSize(narrow)
      await page.getByText(passkeys.manage).click()
      await expectAccessible(page)
      await expectToFit(page)
    })

    await test.step('the key is refused from then on', async () => {
      await buttonOn(page, signOut).click()
      await enterKey()
      await expect(key).toHaveAccessibleDescription(
        words.signIn.problems.passkey_required,
      )
      await expectAccessible(page)
    })

    await test.step('it signs in and returns to the wanted page', async () => {
      await page.goto(site.address + leads)
      await buttonOn(page, passkeys.signIn).click()
      await expect(page).toHaveURL(site.address + leads)
    })

    await test.step('the key works again once it is removed', async () => {
      await page.goto(site.address + overview)
      await page.getByText(passkeys.manage).click()
      await buttonOn(page, passkeys.remove).click()
      await expect(page.getByText(passkeys.none)).toBeVisible()
      await buttonOn(page, signOut).click()
      await enterKey()
      await expect(page.getByText(passkeys.none)).toBeVisible()
    })
  })
})

test.describe('a report below 100% coverage', () => {
  test.describe.configure({ mode: 'serial' })
  const words = catalog('en').OperatorReports
  const secondKey = 'second-operator-key-0123456789-0123456789'
  let site: Awaited<ReturnType<typeof startServer>>

  test.beforeAll(async () => {
    const environment = serverEnvironment()
    site = await startServer({
      ...environment,
      OPERATOR_KEYS: `${environment.OPERATOR_KEYS},second:${secondKey}`,
      REPORTS_FOUR_EYES: 'shortfall',
    })
  })

  test.afterAll(() => killServer(site.server))

  async function openReports(page: Page, key: string) {
    const reports = site.address + consolePaths.reports
    await page.goto(reports)
    await page.getByLabel(catalog('en').Operator.signIn.key).fill(key)
    await page.keyboard.press('Enter')
    await page.waitForURL(reports)
  }

  const openReport = (page: Page) =>
    page.getByRole('link', { name: validReport.title }).click()

  test('waits for a second person', async ({ page }) => {
    await openReports(page, operatorKey)
    await page.goto(`${site.address}${itemPath('reports', 'new')}`)
    // The language is preselected.
    const { report_language, ...typed } = validReport
    for (const [name, value] of Object.entries(typed))
      await page.locator(`[name=${name}]`).fill(value)

    await buttonOn(page, words.publish).click()

    await expect(page.getByRole('status')).toHaveText(words.done.submitted)

    await openReport(page)
    await expect(page.getByText(words.waiting.own)).toBeVisible()
    await expect(buttonOn(page, words.waiting.approve)).toHaveCount(0)
  })

  test('is shown accessibly to a second person', async ({ page }) => {
    await openReports(page, secondKey)
    await openReport(page)
    await page.setViewportSize(narrow)

    await expect(buttonOn(page, words.waiting.approve)).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
  })

  test('is published by a second person', async ({ page }) => {
    await openReports(page, secondKey)
    await openReport(page)

    await buttonOn(page, words.waiting.approve).click()

    await expect(page.getByRole('status')).toHaveText(words.done.added)
    await expect(page.getByText(words.waiting.none)).toBeVisible()
    await page.goto(`${site.address}/attestations`)
    await expect(page.getByText(validReport.title).first()).toBeVisible()
  })
})
