import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { copyProject } from '../support/copy-project'
import { openInDevelopment, patience } from '../support/development'
import { expectAccessible, expectError, test } from '../support/page'
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
  site = await startServer(serverEnvironment(), 'dev', 180, folder)
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

test('a page shows the position of a catalog error until it is fixed', async ({
  page,
}) => {
  expectError(page, /500/)
  write('fr', dropColon)
  const line = source('fr').split('"Navigation"')[0]?.split('\n').length
  const answer = await openInDevelopment(page, `${site.address}/contact`)
  expect(answer?.status()).toBe(500)
  const place = page.getByRole('heading', {
    name: `messages/fr.json, line ${line}, column 15`,
  })
  await expect(place).toBeVisible()
  await expect(
    page.getByText('The colon between the key and its text is missing.'),
  ).toBeVisible()
  await expect(page.locator('pre')).toContainText('"Navigation"▸ {')
  await expectAccessible(page)
  write('fr', (text) => text.replace('"Hero": {', '"Hero": {,'))
  await expect(place).toBeHidden()
  await expect(page.getByRole('heading', { level: 2 })).toContainText(
    'messages/fr.json',
  )
  write('fr')
  await expect(page.getByRole('textbox').first()).toBeVisible(patience)
})

test('an open page shows a saved catalog or its error without a reload', async ({
  page,
}) => {
  expectError(page, /./)

  await openInDevelopment(page, `${site.address}/fr`)
  const title = page.getByRole('heading', { level: 1 })
  const writeTitle = (words: string) =>
    write('fr', (text) =>
      text.replace(/("Hero": \{[\s\S]*?"title": ")[^"]*/, `$1${words}`),
    )
  writeTitle('Or neuf')
  await expect(title).toContainText('Or neuf', patience)

  write('fr', (text) => text.replace('"Hero": {', '"Hero": {{'))
  await expect(title).toHaveText('A catalog cannot be read', patience)
})
