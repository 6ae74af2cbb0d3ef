import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { loadCatalogs } from '@/scripts/copy/check'
import { recordUsage } from '@/scripts/copy/record'
import { readUsage } from '@/scripts/copy/usage'
import { copyProject } from '@/scripts/project/copy'
import { expectToFit } from '../support/layout'
import { expectAccessible, expectError, hydrated, pages, test } from '../support/page'
import { killServer, serverEnvironment, startServer } from '../support/server'

// One development server, on a copy of the project: its catalogs are broken on purpose.
test.describe.configure({ mode: 'serial', timeout: 400_000 })

// A page, or a part of it, is compiled when it is first asked for.
const patience = { timeout: 120_000 }

let folder: string
let site: Awaited<ReturnType<typeof startServer>>

test.beforeAll(async () => {
  test.setTimeout(240_000)
  folder = copyProject()
  // A catalog may be broken before the server is started, too.
  write('fr', dropColon)
  site = await startServer(serverEnvironment(), 'scripts/dev.mjs', 180, folder)
})

test.beforeEach(() => write('fr'))

test.afterAll(async () => {
  if (site) await killServer(site.server)
  rmSync(folder, { recursive: true, force: true })
})

function source(locale: string): string {
  return readFileSync(`messages/${locale}.json`, 'utf8')
}

/** Writes a changed catalog into the copy; without a change, the one of the checkout. */
function write(locale: string, change = (text: string) => text) {
  writeFileSync(join(folder, `messages/${locale}.json`), change(source(locale)))
}

function dropColon(text: string): string {
  return text.replace('"Navigation": {', '"Navigation" {')
}

/** The line on which, after the other marks before it, the last one stands. */
function lineOf(locale: string, ...marks: string[]): number {
  const offset = marks.reduce((from, mark) => source(locale).indexOf(mark, from), 0)
  return source(locale).slice(0, offset).split('\n').length
}

function open(page: Page, path: string) {
  // While developing, a page's styles come by script, too late to say that it takes part.
  expectError(page, /ViewTransition opt-in/)
  // A file of the page may be gone while the development server builds it anew after a change of a catalog.
  expectError(page, /Failed to load resource: .* 404/)
  return page.goto(site.address + path, { waitUntil: 'load' })
}

/** Opens a page, and waits until React has taken it over: while developing, no earlier click is repeated. */
async function openReady(page: Page, path: string) {
  await open(page, path)
  await hydrated(page)
}

test('requests are filtered as in production', async () => {
  for (const [path, method, status] of [
    ['/api/contact', 'DELETE', 405],
    ['/api/contact', 'OPTIONS', 204],
    ['/api/health/live', 'GET', 200],
    ['/api/no-such-call', 'GET', 404],
    ['/fr/contact', 'POST', 405],
  ] as const) {
    expect((await fetch(site.address + path, { method })).status, `${method} ${path}`).toBe(status)
  }
})

test('a broken catalog is named on every page, with the place and the line, until it is fixed', async ({ page }) => {
  expectError(page, /500/)
  write('fr', dropColon)
  const line = lineOf('fr', '"Navigation"')
  const answer = await open(page, '/contact')
  expect(answer?.status()).toBe(500)
  const place = page.getByRole('heading', { name: `messages/fr.json, line ${line}, column 15` })
  await expect(place).toBeVisible()
  await expect(page.getByText('Between the key and its text the colon is missing.')).toBeVisible()
  await expect(page.locator('pre')).toContainText('"Navigation"▸ {')
  await expectAccessible(page)

  write('fr', (text) => text.replace('"Navigation": {', '"Navigation": [').replace('"Hero": {', '"Hero": {,'))
  await expect(place).toBeHidden()
  await expect(page.getByRole('heading', { level: 2 })).toContainText('messages/fr.json')

  write('fr')
  await expect(page.getByRole('textbox').first()).toBeVisible(patience)
})

test('a saved catalog is shown at once, and a break of it too', async ({ page }) => {
  expectError(page, /./)
  await open(page, '/fr')
  const title = page.getByRole('heading', { level: 1 })
  write('fr', (text) => text.replace(/("Hero": \{[^}]*"title": ")/, '$1Or neuf. '))
  await expect(title).toContainText('Or neuf. ', patience)
  write('fr', (text) => text.replace('"Hero": {', '"Hero": {{'))
  await expect(title).toHaveText('A catalog cannot be read', patience)
  write('fr', (text) => text.replace(/("Hero": \{[^}]*"title": ")/, '$1Encore. '))
  await expect(title).toContainText('Encore. ', patience)
  write('fr')
  await expect(title).not.toContainText('Encore. ', patience)
})

test('a text that is not translated yet is English for visitors, and has its mark for editors', async ({ page }) => {
  write('fr', (text) => text.replace(/("Hero": \{[^}]*"title": ")[^"]*"/, '$1[en] Old gold"'))
  const title = page.getByRole('heading', { level: 1 })
  await open(page, '/fr')
  await expect(title).toHaveText(JSON.parse(source('en')).Hero.title, patience)
  await open(page, '/fr?keys')
  await expect(title).toContainText('[en] Old gold')
})

test('?keys shows the place of the text under the pointer or with the focus, and copies it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await openReady(page, '/fr/contact?keys')
  const panel = page.getByRole('complementary', { name: 'Texts of this page' })
  await expect(panel).toBeVisible()

  const heading = page.getByRole('heading', { level: 1 })
  const contactTitle = lineOf('fr', '\n  "Contact": {', '"title"')
  await heading.hover()
  await expect(page.getByText(`fr Contact.title (messages/fr.json:${contactTitle})`)).toBeVisible()
  await heading.click()
  await expect(panel.getByRole('status')).toHaveText(`Copied: messages/fr.json:${contactTitle}`)
  await expect.poll(copied).toBe(`messages/fr.json:${contactTitle}`)

  // A client part of the page: its placeholder, its label, and by the keyboard.
  await page.locator('textarea').focus()
  await expect(page.getByText('fr ContactForm.messagePlaceholder (')).toBeVisible()
  await expect(page.getByText('fr ContactForm.message (')).toBeVisible()
  await page
    .getByRole('link', { name: /Direct Reserve/ })
    .first()
    .focus()
  await expect(page.getByText('fr Navigation.homeLink (')).toBeVisible()
  await page.keyboard.press('Alt+Enter')
  await expect(panel.getByRole('status')).toContainText('Copied: messages/fr.json:')
  expect(page.url()).toContain('/fr/contact')

  await panel.getByText('All texts of this page').click()
  const description = panel.getByRole('button', { name: 'fr Metadata.contact.description (' })
  await expect(description).toContainText('description, og:description')
  await description.press('Enter')
  await expect.poll(copied).toMatch(/^messages\/fr\.json:\d+$/)
  await expectAccessible(page)

  // It stays while the reader moves on, and goes when told to.
  await openReady(page, '/')
  await expect(panel).toBeVisible()
  await panel.getByRole('button', { name: 'Turn off' }).click()
  await expect(panel).toHaveCount(0)
  await expect(heading).toHaveText(JSON.parse(source('en')).Hero.title)
})

test('the texts of the assistant tell their keys, which come when it is opened', async ({ page }) => {
  await openReady(page, '/contact?keys')
  await page.locator('.chat-launcher').click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible(patience)
  await page.getByRole('dialog').getByRole('textbox').hover()
  await expect(page.getByText('en Chat.composer (messages/en.json:')).toBeVisible()
})

test('the record of which page shows which text is that of the pages: else `npm run copy -- record`', async () => {
  const recorded = readUsage()
  expect(await recordUsage(site.address, loadCatalogs().english, recorded)).toEqual(recorded)
})

test('in the pseudo-language every page fits windows of 320, 768 and 1280 px', async ({ page }) => {
  // What is folded away is opened, maybe before React has reached it, which then notices.
  expectError(page, /404|hydrat/)
  const expectToFitAll = async () => {
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expectToFit(page)
    }
  }
  for (const path of pages) {
    await openReady(page, `${path}?pseudo`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\[.*[áéîöü].*\]/)
    await expectToFitAll()
  }
  await openReady(page, '/contact')
  await page.locator('.chat-launcher').click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible(patience)
  await expectToFitAll()
})
