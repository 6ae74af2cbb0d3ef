import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility'
import { copyProject } from '../support/copy-project'
import { openInDevelopment, patience } from '../support/development'
import { expectError, test } from '../support/page'
import { killServer, serverEnvironment, startServer } from '../support/server'

// All tests share one development server. It runs on a copy of the project
// because the tests break its catalogs.
test.describe.configure({ mode: 'serial', timeout: 400_000 })

let folder: string
let site: Awaited<ReturnType<typeof startServer>>

test.beforeAll(async () => {
  test.setTimeout(240_000)
  folder = copyProject()
  // The server must also start with a broken catalog.
  write('fr', dropColon)
  site = await startServer(serverEnvironment(), {
    command: 'dev',
    waitSeconds: 180,
    folder,
  })
})

test.beforeEach(() => write('fr'))

test.afterAll(async () => {
  if (site) await killServer(site.server)
  rmSync(folder, { recursive: true, force: true })
})

function source(locale: string): string {
  return readFileSync(`messages/${locale}.json`, 'utf8')
}

/** Writes the checkout's catalog into the copy, with `change` applied. */
function write(locale: string, change = (text: string) => text) {
  writeFileSync(join(folder, `messages/${locale}.json`), change(source(locale)))
}

function dropColon(text: string): string {
  return text.replace('"Navigation": {', '"Navigation" {')
}

/** Opens a page whose catalog lacks a colon. */
async function openBroken(page: Page) {
  expectError(page, /500/)
  write('fr', dropColon)
  const line = source('fr').split('"Navigation"')[0]?.split('\n').length
  const response = await openInDevelopment(page, `${site.address}/contact`)
  const position = page.getByRole('heading', {
    name: `messages/fr.json, line ${line}, column 15`,
  })
  return { response, position }
}

test('a page shows the position and the cause of a catalog error', async ({
  page,
}) => {
  const { response, position } = await openBroken(page)

  expect(response?.status()).toBe(500)
  await expect(position).toBeVisible()
  await expect(
    page.getByText('The colon between the key and its text is missing.'),
  ).toBeVisible()
  await expect(page.locator('pre')).toContainText('"Navigation"▸ {')
  await expectAccessible(page)
})

test('a page shows the next catalog error until there is none', async ({
  page,
}) => {
  const { position } = await openBroken(page)
  await expect(position).toBeVisible()

  write('fr', (text) => text.replace('"Hero": {', '"Hero": {,'))
  await expect(position).toBeHidden()
  await expect(page.getByRole('heading', { level: 2 })).toContainText(
    'messages/fr.json',
  )

  write('fr')
  await expect(page.getByRole('textbox').first()).toBeVisible(patience)
})

/** Opens the French home page and returns its headline. */
async function openHeadline(page: Page) {
  expectError(page, /./)
  await openInDevelopment(page, `${site.address}/fr`)
  return page.getByRole('heading', { level: 1 })
}

test('an open page shows a saved catalog without a reload', async ({
  page,
}) => {
  const headline = await openHeadline(page)

  write('fr', (text) =>
    text.replace(/("Hero": \{[\s\S]*?"title": ")[^"]*/, '$1Or neuf'),
  )

  await expect(headline).toContainText('Or neuf', patience)
})

test('an open page shows a catalog error without a reload', async ({
  page,
}) => {
  const headline = await openHeadline(page)
  await expect(headline).not.toBeEmpty()

  write('fr', (text) => text.replace('"Hero": {', '"Hero": {{'))

  await expect(headline).toHaveText('A catalog cannot be read', patience)
})
