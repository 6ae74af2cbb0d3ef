import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { indexedPages, paths } from '@/lib/routes'
import { addedField, addField } from '../support/add-field'
import { factText } from '../support/chatbot-page'
import { validContact } from '../support/contact'
import { contactFields } from '../support/contact-page'
import { copyProject } from '../support/copy-project'
import {
  catalog,
  expectAccessible,
  locales,
  localizedPath,
  test,
} from '../support/page'
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
})

test.afterAll(async () => {
  if (site) await killServer(site.server)
  await Promise.all([mail.close(), webhook.close()])
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('npm run locale publishes an added language', async () => {
  // Allows for building a copy of the project.
  test.setTimeout(900_000)
  folder = copyProject()
  addField(folder)
  const run = (command: string, ...args: string[]) => {
    const options = {
      cwd: folder,
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    } as const
    const { stdout, stderr } = spawnSync(command, args, options)
    return stdout + stderr
  }
  // Removes German, which the site may have by now.
  run(process.execPath, 'scripts/run.mjs', 'locale', 'remove', 'de')
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
    expect(
      run(
        process.execPath,
        'scripts/run.mjs',
        'locale',
        ...words.split(' ').filter(Boolean),
      ),
    ).toContain(sentence)
  }
  expect(table()).toBe(before)
  run(process.execPath, 'scripts/run.mjs', 'locale', 'add', 'de')
  expect(run('npm', 'run', '--silent', 'copy')).toMatch(
    /\d+ of \d+ texts are translated/,
  )
  const added = JSON.parse(
    readFileSync(join(folder, 'messages/en.json'), 'utf8'),
  )
  added.Facts.fees.published = fees
  added.ProductHero.title = title
  writeFileSync(
    join(folder, 'messages/de.json'),
    `${JSON.stringify(added, null, 2)}\n`,
  )
  expect(
    run(
      process.execPath,
      'scripts/run.mjs',
      'locale',
      'publish',
      'de',
      '--anyway',
    ),
  ).toContain('Published Deutsch (de)')
  const check = (command: string, ...args: string[]) =>
    execFileSync(join('node_modules/.bin', command), args, {
      cwd: folder,
      stdio: 'pipe',
    })
  check('biome', 'check', 'lib/i18n', 'lib/leads', 'lib/seo', 'messages')

  const demo = { DEMO_FILE: environment.DATABASE_URL.replace('file:', '') }
  site = await startServer(
    { ...environment, ...deliverySettings(mail, webhook), ...demo },
    'demo',
    600,
    folder,
  )
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
  request,
}) => {
  for (const name of indexedPages) {
    const path = `/de${paths[name]}`.replace(/\/$/, '')
    await page.goto(addressOf(path))
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    const heading = page.getByRole('heading', { level: 1 })
    if (name === 'product') await expect(heading).toHaveText(title)
    await expect(page.locator('link[hreflang=de]')).toHaveCount(1)
    await expect(page.locator('meta[property="og:locale"]')).toHaveAttribute(
      'content',
      'de_DE',
    )
  }
  const image = await page
    .locator('meta[property="og:image"]')
    .getAttribute('content')
  expect(image).toContain('.de.png')
  expect(
    (await request.get(addressOf(new URL(image ?? '').pathname))).status(),
  ).toBe(200)
  expect((await request.get(addressOf('/de/no-such-page'))).status()).toBe(404)
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
  await expectAccessible(page)
})

test('the contact form and the assistant work in an added language', async ({
  page,
  request,
}) => {
  await page.goto(addressOf('/de/contact'))
  await fillForm(page, words.ContactForm)
  await page.getByRole('button', { name: words.ContactForm.submit }).click()
  await expect(page.getByText(words.ContactForm.success)).toBeVisible()
  const { leads } = await (
    await request.get(addressOf('/api/contact'), { headers })
  ).json()
  expect(leads).toMatchObject([{ name: validContact.name, language: 'de' }])

  // The assistant has no training for this language, so it knows only the
  // catalog's own wording.
  await page.getByRole('button', { name: words.Chat.open }).click()
  const answers = page
    .getByRole('dialog')
    .locator('.chat-assistant .chat-markdown')
  const ask = async (question: string) => {
    await page.getByRole('dialog').getByRole('textbox').fill(question)
    await page.keyboard.press('Enter')
  }
  await ask(fees.question)
  await expect(answers.last()).toContainText(fees.text.replace(/<\/?\w+>/g, ''))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words.Chat.starters.delivery })
    .click()
  await expect(answers.last()).toContainText(
    factText('en', 'redemption.delivery'),
  )
})

test('an optional field added in one place in the code appears wherever leads appear', async ({
  browser,
  page,
}) => {
  const { name: field, labels } = addedField
  const { address } = site ?? { address: '' }
  const words = catalog('fr').ContactForm
  await page.goto(`${address}/fr/contact`)
  await fillForm(page, words)
  const input = page.getByRole('textbox', { name: labels.fr })
  await expect(input).not.toHaveAttribute('required')
  await expectAccessible(page)
  await input.fill('x'.repeat(addedField.max + 1))
  await page.getByRole('button', { name: words.submit }).click()
  await expect(input).toHaveAccessibleDescription(/100/)
  await input.fill('Treasurer')
  // Reloads the page, because the tab must restore the input.
  await page.reload()
  await expect(input).toHaveValue('Treasurer')
  await page.getByRole('button', { name: words.submit }).click()
  await expect(page.getByText(words.success)).toBeVisible()
  await expect
    .poll(() => mail.mails.map(decodeMail).join('\n'))
    .toContain(`${labels.en}: Treasurer`)
  // Expects an empty field as well, because the previous test's lead left it
  // empty.
  const delivered = () =>
    webhook.deliveries.map(({ body }) => JSON.parse(body).data[field]).sort()
  await expect.poll(delivered).toEqual(['', 'Treasurer'])

  const { leads } = await (
    await page.request.get(`${address}/api/contact?limit=1`, { headers })
  ).json()
  const corrected = await page.request.post(
    `${address}/api/operator/leads/${leads[0].id}`,
    {
      headers,
      data: { [field]: 'Banker', [`previous_${field}`]: 'Treasurer' },
    },
  )
  expect(await corrected.json()).toEqual({ result: 'saved' })

  // Expects the field without JavaScript, too, and its value if another field
  // has an error.
  const plain = await browser.newPage({ javaScriptEnabled: false })
  await plain.goto(`${address}/fr/contact`)
  await fillForm(plain, words)
  await plain.getByRole('textbox', { name: words.phone }).fill('12')
  await plain.getByRole('textbox', { name: labels.fr }).fill('Treasurer')
  await plain.getByRole('button', { name: words.submit }).click()
  await expect(plain).toHaveURL(/draft=/)
  await expect(plain.getByRole('textbox', { name: labels.fr })).toHaveValue(
    'Treasurer',
  )
  await plain.close()
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
  // The demo covers 24 months with one missing. Early in a month, the report
  // for the previous month is not published yet.
  await expect
    .poll(() => page.locator('#reports .report').count())
    .toBeGreaterThanOrEqual(23)
  await expect(page.getByText(words.missing.split('{')[0] ?? '')).toHaveCount(1)
  await expect(page.locator('#withdrawn .report')).toHaveCount(1)
})
