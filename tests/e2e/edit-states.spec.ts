import { rmSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { fileOf } from '@/lib/database/address'
import type { Locale } from '@/lib/i18n/routing'
import { loadCatalogs } from '@/scripts/copy/check'
import { copyProject } from '@/scripts/project/copy'
import { expectAccessible, expectError, test } from '../support/page'
import { killServer, prepareDatabase, serverEnvironment, startServer } from '../support/server'

// One editor, whose settings change with the states.
test.describe.configure({ mode: 'serial', timeout: 1_200_000 })

// A page, or a part of it, is compiled when it is first asked for.
const patience = { timeout: 120_000 }

/** Texts that no state shows, and why. */
const unshown: Record<string, string> = {
  'Chat.transcriptFile': 'the name of a file that visitors download',
  'Attestations.loading': 'only while the database takes longer than a second and a half',
}

let folder: string
const environment = serverEnvironment()
let site: Awaited<ReturnType<typeof startServer>>

test.beforeAll(async () => {
  test.setTimeout(240_000)
  folder = copyProject()
  prepareDatabase(environment.DATABASE_URL)
  site = await startServer({ ...environment, CI: '1' }, 'scripts/edit.mjs', 180, folder)
})

test.afterAll(async () => {
  if (site) await killServer(site.server)
  rmSync(folder, { recursive: true, force: true })
})

/** The ids of all states, from the links of the gallery. */
async function listStates(): Promise<string[]> {
  const html = await (await fetch(`${site.address}/_edit/states`)).text()
  return [...new Set([...html.matchAll(/\/_edit\/states\/([\w-]+)\?/g)].map(([, id = '']) => id))]
}

async function open(page: Page, id: string, locale: Locale = 'en') {
  // States have failures in them, and while developing a page's styles come by script.
  expectError(page, /./)
  const address = `${site.address}/_edit/states/${id}?locale=${locale}`
  // A page that is just loaded anew, for a text that was saved, ends what it was told before.
  await expect(() => page.goto(address, { waitUntil: 'commit' })).toPass()
  const root = page.locator('html')
  await expect(root, id).toHaveAttribute('data-editor-state', /./, patience)
  await expect(root, `${id} in ${locale}`).toHaveAttribute('data-editor-state', 'shown')
}

/** The keys of the texts on a page, as `en:Hero.title`: the page is also offered in other languages, in their words. */
function keysOn(page: Page): Promise<string[]> {
  return page.evaluate(async (marks) => {
    const { textsOfPage } = await import(marks)
    return textsOfPage().map(({ key }: { key: string }) => key)
  }, '/_preview/marks.js')
}

test('every text of the site is shown in some state', async ({ page }) => {
  const shown = new Set<string>()
  for (const id of await listStates()) {
    await test.step(id, async () => {
      await open(page, id)
      for (const key of await keysOn(page)) shown.add(key.slice(key.indexOf(':') + 1))
    })
  }
  const keys = [...loadCatalogs().english.messages.keys()]
  const missing = keys.filter((key) => !shown.has(key))
  expect(missing.sort()).toEqual(Object.keys(unshown).sort())
})

test('states are shown in the other languages, also one after the other with different data', async ({ page }) => {
  const ids = ['contact-required', 'attestations-empty', 'attestations-full', 'operator-overview', 'assistant-shop']
  for (const locale of ['fr', 'es'] as const) {
    for (const id of [...ids, 'assistant-answers', 'mail-form', 'disclosures-all']) await open(page, id, locale)
  }
})

test('the gallery leads to each state in each language', async ({ page }) => {
  expectError(page, /./)
  await page.goto(`${site.address}/_edit/states`, { waitUntil: 'load' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All states of the site')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'No connection: Français' }).first().click()
  await expect(page).toHaveURL(/\/fr\/contact\?editor-state=contact-offline$/)
})

test('a text of a mail, and one of an answer, is edited where it is shown', async ({ page }) => {
  for (const [id, key] of [
    ['mail-acknowledgement', 'AcknowledgementMail.subject'],
    ['assistant-limited', 'Chat.rateLimited'],
  ] as const) {
    await open(page, id)
    const before = loadCatalogs().english.messages.get(key)?.text ?? ''
    const [words = ''] = before.split(/ ?\{/)
    await page.getByText(words).first().click()
    const panel = page.getByRole('dialog', { name: key, exact: true })
    await panel.getByRole('textbox', { name: 'English text', exact: true }).press('Control+Home')
    await page.keyboard.type('New: ')
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(`New: ${words}`).first(), id).toBeVisible(patience)
  }
})

test('what is sent from a state stays out of the company’s database', async ({ page }) => {
  for (const id of ['contact-sent', 'assistant-introduced', 'operator-overview']) await open(page, id)
  const database = new Sqlite(fileOf(environment.DATABASE_URL), { readonly: true })
  for (const table of ['Lead', 'ChatMessage', 'OperatorSession', 'Attestation']) {
    expect(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0)
  }
  database.close()
})
