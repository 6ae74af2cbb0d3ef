import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { fullYearsSince } from '@/lib/i18n/company-facts'
import { localizedPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { dataFiles, notFoundPath, paths } from '@/lib/routes'
import { expectAccessible } from '../support/accessibility'
import {
  otherBrand as brand,
  tracesOfDefaultBrand,
  unconfirmedClaimsIn,
} from '../support/brands'
import { catalog, locales } from '../support/catalog'
import { chatMessage } from '../support/chatbot'
import { contactOn } from '../support/contact-page'
import { crawl } from '../support/crawl'
import { test } from '../support/page'
import {
  killServer,
  serverEnvironment,
  startServer,
  takePort,
} from '../support/server'
import {
  decodeMail,
  deliverySettings,
  startMailSink,
  startWebhookSink,
} from '../support/sinks'

// All tests in this file share one build and one server.
test.describe.configure({ mode: 'default', timeout: 600_000 })

const buildFolder = '.build-brand'
const port = takePort()
const baseURL = `http://localhost:${port}`
test.use({ baseURL })

let site: Awaited<ReturnType<typeof startServer>> | undefined
let mail: Awaited<ReturnType<typeof startMailSink>>
let webhook: Awaited<ReturnType<typeof startWebhookSink>>

test.beforeAll(async () => {
  // Allows time, because the build may have to wait for builds that other tests
  // run.
  test.setTimeout(600_000)
  mail = await startMailSink()
  webhook = await startWebhookSink()
  const environment = {
    ...serverEnvironment(undefined, port),
    ...deliverySettings(mail, webhook),
    LEADS_TO: 'sales@quorndon.example',
    LEADS_FROM: 'Website <site@quorndon.example>',
    LEADS_ACKNOWLEDGE: 'true',
    BRAND: brand.folder,
    BUILD_FOLDER: buildFolder,
  }
  site = await startServer(environment, {
    command: 'start',
    waitSeconds: 500,
  })
})

test.afterAll(async () => {
  if (site) await killServer(site.server, 'SIGTERM')
  await Promise.all([mail.close(), webhook.close()])
})

/** Returns the traces of the default brand in a text. */
function tracesIn(text: string): string[] {
  const folded = text.toLowerCase()
  return tracesOfDefaultBrand.filter((trace) =>
    folded.includes(trace.toLowerCase()),
  )
}

const files = [
  'robots.txt',
  'sitemap.xml',
  'icon.svg',
  '.well-known/security.txt',
  'api/openapi.json',
  'api/email',
]
const localFiles = [
  '/llms.txt',
  '/manifest.webmanifest',
  ...Object.values(dataFiles),
]

test('no response contains a trace of the default brand', async ({ page }) => {
  const { statuses, external } = await crawl(page, '/')
  const addresses = [
    ...files.map((file) => `/${file}`),
    ...localFiles.flatMap((file) =>
      locales.map((locale) => localizedPath(locale, file)),
    ),
  ]
  const missing = locales.map((locale) => localizedPath(locale, notFoundPath))
  const found = new Map<string, string[]>()
  for (const address of new Set([
    ...statuses.keys(),
    ...addresses,
    ...missing,
  ])) {
    const answer = await page.request.get(address)
    if (!missing.includes(address)) expect(answer.status(), address).toBe(200)
    const text = await answer.text()
    const traces = tracesIn(text)
    if (traces.length > 0) found.set(address, traces)
  }

  expect([...found]).toEqual([])
  expect([...external].filter((link) => tracesIn(link).length > 0)).toEqual([])
  expect([...external]).toContain(`mailto:${brand.email}`)
})

test('no page makes a claim that the brand does not confirm', async ({
  page,
}) => {
  const { sheets } = await crawl(page, '/')
  const found = [...sheets.values()].flatMap(
    ({ path, lang, title, metas, text, graphs }) => {
      const shown = [title, text, JSON.stringify(metas), ...graphs].join(' ')
      return unconfirmedClaimsIn(shown, lang as Locale).map((claim) => [
        path,
        claim,
      ])
    },
  )
  for (const locale of locales) {
    const path = localizedPath(locale, '/llms.txt')
    const text = await (await page.request.get(path)).text()
    found.push(
      ...unconfirmedClaimsIn(text, locale).map((claim) => [path, claim]),
    )
  }

  expect(found).toEqual([])
  expect(sheets.size).toBeGreaterThan(10)
})

// tests/unit/routing.test.ts covers redirects from former addresses.
test('the product page is served at the brand’s address', async ({ page }) => {
  for (const address of ['/silver-ledger', '/gold', '/fr/silver-ledger']) {
    await page.goto(address)
    const canonical = page.locator('link[rel=canonical]')

    await expect(canonical).toHaveAttribute(
      'href',
      new RegExp(`${address.replace('gold', 'silver-ledger')}$`),
    )
    expect(await page.content(), address).not.toContain(paths.product)
  }
})

test('no build file contains a trace of the default brand', () => {
  const names = readdirSync(buildFolder, {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isFile())
  const found = names
    .map(({ parentPath, name }) => join(parentPath, name))
    .map(
      (file) =>
        [file, tracesIn(`${file} ${readFileSync(file, 'utf8')}`)] as const,
    )
    .filter(([, traces]) => traces.length > 0)

  expect(found).toEqual([])
  expect(names.length).toBeGreaterThan(100)
})

for (const locale of locales) {
  test(`pages in ${locale} show the brand’s facts and texts`, async ({
    page,
  }) => {
    const own = JSON.parse(
      readFileSync(`${brand.folder}/messages/${locale}.json`, 'utf8'),
    )
    const [city = ''] = brand.offices.map((office) => office.city[locale])
    const years = String(fullYearsSince(brand.founded))
    const main = page.locator('main')

    await test.step('on the home page', async () => {
      await page.goto(localizedPath(locale, paths.home))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        own.Hero.title,
      )
      await expect(main).toContainText(
        new RegExp(`\\b${years}\\s(years|ans|años)`),
      )
      await expect(main).toContainText(city)
    })

    await test.step('on the contact page', async () => {
      await page.goto(localizedPath(locale, paths.contact))
      await expect(page.locator('.offices li')).toContainText([
        `${city}, EC1A 1AA`,
      ])
    })
  })

  test(`the footer in ${locale} omits what the brand lacks`, async ({
    page,
  }) => {
    const { privacy, terms } = catalog(locale).Footer
    const footer = page.getByRole('contentinfo')

    await page.goto(localizedPath(locale, paths.home))

    await expect(footer.locator('a[href^="tel:"]')).toHaveText([
      brand.phones.worldwide ?? '',
    ])
    for (const name of [privacy, terms])
      await expect(footer.getByText(name, { exact: true })).toHaveCount(0)
  })
}

test('pages stay accessible in the brand’s colors and fonts', async ({
  page,
}) => {
  const look = JSON.parse(readFileSync(`${brand.folder}/look.json`, 'utf8'))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of [paths.home, paths.product, paths.contact]) {
      await page.goto(path)
      const paper = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--paper'),
      )
      expect(paper, path).toContain(look.palette[colorScheme].paper)
      await expectAccessible(page)
    }
  }

  await expect(page.locator('h1')).toHaveCSS('font-family', /^sourceSerif/)
  await expect(page.locator('body')).toHaveCSS('font-family', /^workSans/)
  expect(
    await page.evaluate(() =>
      document.fonts.ready.then((fonts) => fonts.check('16px workSans')),
    ),
  ).toBe(true)
})

test('lead notifications use the brand’s name', async ({ page }) => {
  await page.goto(paths.contact)
  const form = contactOn(page)
  await form.fill()
  await form.submit.click()

  await expect(form.success).toBeVisible()
  await expect.poll(() => mail.mails.length).toBe(2)
  await expect.poll(() => webhook.deliveries.length).toBe(1)

  const sent = [
    ...mail.mails.map(decodeMail),
    JSON.stringify(webhook.deliveries),
  ]
  expect(sent.flatMap(tracesIn)).toEqual([])
  expect(
    sent.some((text) => text.includes(`${brand.name} ${brand.product}`)),
  ).toBe(true)
})

// Questions that the default brand or the shared texts would answer
// differently.
const questions = {
  en: [
    'who are you',
    'Where are your offices?',
    'your e-mail address',
    'price of gold',
    'I am a private person',
  ]
    .concat([
      'who attests the metal',
      'Do you work with IRA custodians?',
      'Why ERC-3643?',
      'Where are the vaults?',
    ])
    .concat([
      'contract address of the token',
      'What is the minimum for redemption?',
    ]),
  fr: [
    'qui êtes-vous',
    'Où sont vos bureaux ?',
    'votre numéro de téléphone',
    'je suis un particulier',
  ],
  es: [
    'quiénes son',
    '¿Dónde están sus oficinas?',
    'precio del oro',
    '¿Quién es Quorndon?',
  ],
}

test('the assistant answers with the brand’s facts and never redirects to a shop', async ({
  request,
}) => {
  const answers: string[] = []
  const facts = [
    brand.email,
    brand.phones.worldwide ?? '',
    'London',
    'Londres',
    '2011',
  ]
  const disclosed = [
    brand.attestor ?? '',
    '1,000 troy ounces of silver',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  ]

  for (const language of ['en', 'fr', 'es'] as const) {
    for (const message of questions[language]) {
      const answer = await request.post('/api/chatbot/chat', {
        data: chatMessage(message, { language }),
      })
      expect((await answer.json()).redirect_to, message).toBeNull()
      answers.push(await answer.text())
    }
  }

  const all = answers.join('\n')
  expect(tracesIn(all)).toEqual([])
  for (const fact of [...facts, ...disclosed]) expect(all).toContain(fact)
})
