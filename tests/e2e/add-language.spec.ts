import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { contactFields } from '@/lib/leads/fields'
import { indexedPages, paths } from '@/lib/routes'
import { untranslatedMark } from '@/scripts/locale/language.mjs'
import { validContact } from '../support/contact'
import { catalog, expectAccessible, locales, test } from '../support/page'
import { copyProject } from '../support/project'
import { killServer, operatorKey, serverEnvironment, startServer } from '../support/server'

// The catalog that the command makes is the English one, each text marked.
const marked = (text: string) => untranslatedMark + text
const words = catalog('en')

let folder: string
let site: Awaited<ReturnType<typeof startServer>> | undefined

test.afterAll(async () => {
  if (site) await killServer(site.server)
  if (folder) rmSync(folder, { recursive: true, force: true })
})

test('a language that `npm run locale` adds is built, listed, found and answered in', async ({ page, request }) => {
  // It is added in a copy of the project, which is built.
  test.setTimeout(400_000)
  folder = copyProject()
  const environment = serverEnvironment()
  const run = (command: string, ...args: string[]) => {
    const { stdout, stderr } = spawnSync(command, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    })
    return stdout + stderr
  }
  const locale = (...words: string[]) => run('npm', 'run', '--silent', 'locale', '--', ...words)
  expect(locale()).toContain('npm run locale -- add CODE')
  expect(locale('add', 'de')).toContain('Added Deutsch (de)')
  for (const [code, sentence] of [
    ['de', 'The site has de already.'],
    ['xx', 'No language is known by the code xx.'],
    ['DE', 'The code of this language is written de.'],
    ['ar', 'right to left'],
    ['no language', 'is not a language code (BCP 47)'],
  ] as const) {
    expect(locale('add', code)).toContain(sentence)
  }
  const added = JSON.parse(readFileSync(join(folder, 'messages/de.json'), 'utf8'))
  expect(added.Hero.title).toBe(marked(words.Hero.title))
  expect(run('npm', 'run', '--silent', 'copy')).toMatch(/Texts that are not translated yet: \d+/)
  const check = (command: string, ...args: string[]) =>
    execFileSync(join('node_modules/.bin', command), args, { cwd: folder, stdio: 'pipe' })
  check('biome', 'check', 'lib/i18n', 'lib/seo', 'messages')

  site = await startServer(environment, 'scripts/start.mjs', 300, folder)
  check('tsc', '--noEmit')

  for (const name of indexedPages) {
    const path = `/de${paths[name]}`.replace(/\/$/, '')
    await page.goto(site.address + path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(untranslatedMark)
    const alternates = page.locator('link[rel=alternate][hreflang]')
    const languages = await alternates.evaluateAll((links) => links.map((link) => link.getAttribute('hreflang')))
    expect(languages.sort(), path).toEqual([...locales, 'de', 'x-default'].sort())
    await expect(page.locator('meta[property="og:locale"]')).toHaveAttribute('content', 'de_DE')
  }
  const image = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect(image).toContain('.de.png')
  expect((await request.get(site.address + new URL(image ?? '').pathname)).status()).toBe(200)
  const sitemap = await (await request.get(`${site.address}/sitemap.xml`)).text()
  expect(sitemap.match(/<loc>[^<]*\/de(\/[^<]*)?<\/loc>/g)).toHaveLength(indexedPages.length)
  expect((await request.get(`${site.address}/de/no-such-page`)).status()).toBe(404)

  await page.goto(`${site.address}/fr/direct-reserve`)
  await page.locator('.languages summary').click()
  await page.locator('.languages').getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(`${site.address}/de/direct-reserve`)
  await expect(page.locator('.language-name')).toHaveText('Deutsch')
  await expectAccessible(page)

  await page.goto(`${site.address}/de/contact`)
  for (const field of contactFields) {
    await page.getByRole('textbox', { name: marked(words.ContactForm[field]) }).fill(validContact[field])
  }
  await page.getByRole('button', { name: marked(words.ContactForm.submit) }).click()
  await expect(page.getByText(marked(words.ContactForm.success))).toBeVisible({ timeout: 15_000 })
  const { leads } = await (
    await request.get(`${site.address}/api/contact`, { headers: { Authorization: `Bearer ${operatorKey}` } })
  ).json()
  expect(leads).toMatchObject([{ name: validContact.name, language: 'de' }])

  // Nobody has taught the assistant this language: it knows the catalog's own words.
  await page.getByRole('button', { name: marked(words.Chat.open) }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(words.HomeFaq.items.fees.question)
  await page.keyboard.press('Enter')
  const answer = words.HomeFaq.items.fees.answer.replace(/<\/?\w+>/g, '')
  await expect(page.getByRole('dialog')).toContainText(marked(answer))
})
