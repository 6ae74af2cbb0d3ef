import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type APIRequestContext,
  expect,
  type Page,
  test as plain,
} from '@playwright/test'
import { localizedPath } from '@/lib/i18n/navigation'
import { indexedPages, paths } from '@/lib/routes'
import { expectAccessible } from '../support/accessibility'
import { addedField, addField } from '../support/add-field'
import { catalog, locales } from '../support/catalog'
import { factText } from '../support/chatbot-page'
import { validContact } from '../support/contact'
import { contactFields } from '../support/contact-page'
import { copyProject } from '../support/copy-project'
import { test } from '../support/page'
import {
  killServer,
  operatorKey,
  serverEnvironment,
  startServer,
} from '../support/server'
import {
  decodeMail,
  deliverySettings,
  startMailSink,
  startWebhookSink,
} from '../support/sinks'

// Replaces all German texts except two with the English ones.
const words = catalog('en')

// The only texts that the test translates.
const title = 'Tresorgold und Tresorsilber'
const fees = {
  question: 'Wie hoch sind die Gebühren?',
  text: 'Gebühren werden nicht veröffentlicht. Bitte <contact>schreiben Sie unserem Vertrieb</contact>.',
}

const headers = { Authorization: `Bearer ${operatorKey}` }

// All tests share one changed copy of the project, built as the demo, so they
// run on one worker.
test.describe.configure({ mode: 'serial' })

async function fillForm(
  page: Page,
  words: Record<(typeof contactFields)[number], string>,
) {
  for (const each of contactFields)
    await page
      .getByRole('textbox', { name: words[each] })
      .fill(validContact[each])
}

const environment = serverEnvironment()
let mail: Awaited<ReturnType<typeof startMailSink>>
let webhook: Awaited<ReturnType<typeof startWebhookSink>>
let folder: string
let site: Awaited<ReturnType<typeof startServer>> | undefined

test.beforeAll(async () => {
  mail = await startMailSink()
  webhook = await startWebhookSink()
  folder = copyProject()
  addField(folder)
  // Removes German, which the site may have by now.
  runLocale('remove', 'de')
})

test.afterAll(async () => {
  if (site) await killServer(site.server)
  await Promise.all([mail.close(), webhook.close()])
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Runs a command in the copy and returns what it prints. */
function run(command: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  return stdout + stderr
}

function runLocale(...args: string[]): string {
  return run(process.execPath, 'scripts/run.mjs', 'locale', ...args)
}

/** Runs an installed program in the copy and expects it to succeed. */
function check(program: string, ...args: string[]) {
  execFileSync(join('node_modules/.bin', program), args, {
    cwd: folder,
    stdio: 'pipe',
  })
}

test('npm run locale says what it has done or why it refuses', () => {
  const table = () => readFileSync(join(folder, 'lib/languages.json'), 'utf8')
  const before = table()

  for (const [words, sentence] of [
    ['', 'npm run locale -- add CODE'],
    ['add de', 'Added Deutsch (de)'],
    ['add de', 'The site already has de.'],
    ['add xx', 'There is no known language with the code xx.'],
    ['add ar', 'right to left'],
    ['remove de', 'Removed Deutsch (de)'],
    ['remove en', 'English cannot be removed'],
  ] as const) {
    const output = runLocale(...words.split(' ').filter(Boolean))
    expect(output, words).toContain(sentence)
  }

  expect(table()).toBe(before)
})

test('npm run locale publishes an added language', async () => {
  // Allows for building a copy of the project.
  test.setTimeout(900_000)
  runLocale('add', 'de')
  const counted = run('npm', 'run', '--silent', 'copy')
  const added = catalogWithGerman()
  writeFileSync(join(folder, 'messages/de.json'), added)

  const published = runLocale('publish', 'de', '--anyway')

  expect(counted).toMatch(/\d+ of \d+ texts are translated/)
  expect(published).toContain('Published Deutsch (de)')
  check('biome', 'check', 'lib/i18n', 'lib/leads', 'lib/seo', 'messages')
  const demo = { DEMO_FILE: environment.DATABASE_URL.replace('file:', '') }
  site = await startServer(
    { ...environment, ...deliverySettings(mail, webhook), ...demo },
    { command: 'demo', waitSeconds: 600, folder },
  )
})

/** Returns the English catalog with the two German texts. */
function catalogWithGerman(): string {
  const texts = JSON.parse(
    readFileSync(join(folder, 'messages/en.json'), 'utf8'),
  )
  texts.Facts.fees.published = fees
  texts.ProductHero.title = title
  return `${JSON.stringify(texts, null, 2)}\n`
}

test('the code with an added language and field has no type error', () => {
  check('tsx', 'scripts/write-look.ts', '.cache/look', 'public')
  check('next', 'typegen')
  check('tsc', '--noEmit')
})

function addressOf(path: string): string {
  if (!site)
    throw new Error('The site with the added language has not started.')
  return site.address + path
}

test('pages in an added language declare it in their HTML and metadata', async ({
  page,
}) => {
  for (const name of indexedPages)
    await test.step(name, async () => {
      const path = `/de${paths[name]}`.replace(/\/$/, '')
      await page.goto(addressOf(path))

      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      await expect(page.locator('link[hreflang=de]')).toHaveCount(1)
      await expect(page.locator('meta[property="og:locale"]')).toHaveAttribute(
        'content',
        'de_DE',
      )
    })
})

test('an added language has its own social image', async ({
  page,
  request,
}) => {
  await page.goto(addressOf('/de/contact'))

  const image = page.locator('meta[property="og:image"]')
  const { pathname } = new URL((await image.getAttribute('content')) ?? '')
  expect(pathname).toContain('.de.png')
  expect((await request.get(addressOf(pathname))).status()).toBe(200)
})

test('an unknown page in an added language is not found', async ({
  request,
}) => {
  const response = await request.get(addressOf('/de/no-such-page'))

  expect(response.status()).toBe(404)
})

test('the switcher offers an added language', async ({ page }) => {
  await page.goto(addressOf('/fr/direct-reserve'))
  await page.locator('.languages summary').click()
  await page
    .locator('.languages')
    .getByRole('link', { name: 'Deutsch' })
    .click()

  await expect(page).toHaveURL(addressOf('/de/direct-reserve'))
  await expect(page.locator('.language-name')).toHaveText('Deutsch')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expectAccessible(page)
})

/** Reads the newest leads through the API. */
async function readLeads(request: APIRequestContext) {
  const response = await request.get(addressOf('/api/contact'), { headers })
  const { leads } = await response.json()
  return leads
}

/** Returns what the webhook has received in the added field. */
function deliveredFields() {
  return webhook.deliveries.map(({ body }) => JSON.parse(body).data[field])
}

test('the contact form works in an added language', async ({
  page,
  request,
}) => {
  await page.goto(addressOf('/de/contact'))
  await fillForm(page, words.ContactForm)

  await page.getByRole('button', { name: words.ContactForm.submit }).click()

  await expect(page.getByText(words.ContactForm.success)).toBeVisible()
  expect(await readLeads(request)).toMatchObject([
    { name: validContact.name, language: 'de' },
  ])
  // The added field is optional.
  await expect.poll(deliveredFields).toEqual([''])
})

test('the assistant works in an added language', async ({ page }) => {
  const dialog = page.getByRole('dialog')
  const answers = dialog.locator('.chat-assistant .chat-markdown')
  await page.goto(addressOf('/de/contact'))
  await page.getByRole('button', { name: words.Chat.open }).click()

  // The assistant has no training for this language, so it knows only the
  // catalog's own wording.
  await dialog.getByRole('textbox').fill(fees.question)
  await page.keyboard.press('Enter')
  await expect(answers.last()).toContainText(fees.text.replace(/<\/?\w+>/g, ''))

  await dialog
    .getByRole('button', { name: words.Chat.starters.delivery })
    .click()
  await expect(answers.last()).toContainText(
    factText('en', 'redemption.delivery'),
  )
})

const { name: field, labels } = addedField
const french = catalog('fr').ContactForm

/** Opens the French form, fills it in and finds the added field. */
async function openWithField(page: Page) {
  await page.goto(addressOf('/fr/contact'))
  await fillForm(page, french)
  return {
    input: page.getByRole('textbox', { name: labels.fr }),
    submit: page.getByRole('button', { name: french.submit }),
  }
}

test('a field added in one place in the code is in the form and is validated', async ({
  page,
}) => {
  const { input, submit } = await openWithField(page)
  await input.fill('x'.repeat(addedField.max + 1))

  await submit.click()

  await expect(input).toHaveAccessibleDescription(/100/)
  await expect(input).not.toHaveAttribute('required')
  await expectAccessible(page)
})

test('an added field survives a reload and is mailed and sent to the webhook', async ({
  page,
}) => {
  const { input, submit } = await openWithField(page)
  await input.fill('Treasurer')

  await page.reload()
  await expect(input).toHaveValue('Treasurer')

  await submit.click()
  await expect(page.getByText(french.success)).toBeVisible()
  await expect.poll(deliveredFields).toContain('Treasurer')
  await expect
    .poll(() => mail.mails.map(decodeMail).join('\n'))
    .toContain(`${labels.en}: Treasurer`)
})

test('an added field can be corrected by an operator', async ({ request }) => {
  const [lead] = await readLeads(request)

  const response = await request.post(
    addressOf(`/api/operator/leads/${lead.id}`),
    {
      headers,
      data: { [field]: 'Banker', [`previous_${field}`]: lead[field] },
    },
  )

  expect(await response.json()).toEqual({ result: 'saved' })
  const [corrected] = await readLeads(request)
  expect(corrected).toMatchObject({ id: lead.id, [field]: 'Banker' })
})

plain.describe('without JavaScript', () => {
  plain.use({ javaScriptEnabled: false })

  plain(
    'without JavaScript, an added field keeps its value if another is wrong',
    async ({ page }) => {
      const { input, submit } = await openWithField(page)
      await input.fill('Treasurer')
      await page.getByRole('textbox', { name: french.phone }).fill('12')

      await submit.click()

      await expect(page).toHaveURL(/input=/)
      await expect(input).toHaveValue('Treasurer')
    },
  )
})

test('the demo banner is on every page of the demo but on no page of the real site', async ({
  request,
  page,
}) => {
  const { address } = site ?? { address: '' }

  for (const locale of locales) {
    const { banner } = catalog(locale).DemoBanner
    for (const path of [...Object.values(paths), '/gold', '/no-such-page']) {
      expect(
        await (await request.get(address + localizedPath(locale, path))).text(),
        path,
      ).toContain(banner)
      expect(
        await (await request.get(localizedPath(locale, path))).text(),
        path,
      ).not.toContain(banner)
    }
  }

  await page.goto(`${address}/attestations`)
  const words = catalog('en').Attestations
  // The demo covers 24 months, one of which is missing. In the first weeks of a
  // month, the report for the previous month is not published yet, either.
  await expect
    .poll(() => page.locator('#reports .report').count())
    .toBeGreaterThanOrEqual(22)

  await expect(page.getByText(words.missing.split('{')[0] ?? '')).toHaveCount(1)
  await expect(page.locator('#withdrawn .report')).toHaveCount(1)
})
