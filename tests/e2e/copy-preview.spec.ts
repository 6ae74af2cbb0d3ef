import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from '@playwright/test'
import { copyProject } from '@/scripts/project/copy'
import { withText } from '../support/copy'
import { catalog, expectAccessible, test } from '../support/page'
import { makeScratchFolder } from '../support/scratch'
import { serverEnvironment } from '../support/server'

let folder: string

test.afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

test('a proposal is shown before and after, in pages that open from a folder', async ({ page }) => {
  test.setTimeout(300_000)
  folder = copyProject()
  // Next looks for packages within a repository only, and those of the copy lie above it.
  const repository = { GIT_DIR: join(makeScratchFolder('repository-'), 'git'), GIT_WORK_TREE: folder }
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=T', '-c', 'user.email=t@t.example']
    return spawnSync('git', [...identity, ...args], { cwd: folder, env: { ...process.env, ...repository } })
  }
  git('init', '--quiet')
  git('add', 'messages')
  git('commit', '--quiet', '--message', 'Before')
  const changed = { en: 'Not here, I am afraid', fr: 'Rien ici, hélas' }
  for (const [locale, text] of Object.entries(changed)) {
    const file = join(folder, `messages/${locale}.json`)
    const withTitle = withText(locale, 'NotFound.title', text, readFileSync(file, 'utf8'))
    writeFileSync(file, withText(locale, 'SalesMail.reference', `${text}: {reference}`, withTitle))
  }
  const command = ['--import', 'tsx', 'scripts/copy.ts', 'preview', 'HEAD']
  const { status, stderr } = spawnSync(process.execPath, command, {
    cwd: folder,
    env: { ...process.env, ...serverEnvironment(), ...repository },
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)

  const made = join(folder, '.cache/copy/preview')
  await page.goto(pathToFileURL(join(made, 'index.html')).href)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Page not found /page-not-found', 'On no page'])
  await expect(page.getByRole('row', { name: 'NotFound.title' })).toContainText(
    `${catalog('fr').NotFound.title}${changed.fr}`,
  )
  const pictures = page.getByRole('img')
  // English and French before and after, Spanish once; each at two widths.
  await expect(pictures).toHaveCount(10)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
  }
  await expect(
    page.getByRole('img', { name: 'Page not found in Español, 390 pixels wide: no text changed' }),
  ).toBeVisible()
  await expectAccessible(page)

  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.getByRole('link', { name: 'as a page' }).nth(1).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(changed.en)
  expect(await page.evaluate(() => document.fonts.size > 0 && getComputedStyle(document.body).fontFamily)).toContain(
    'Libre Franklin',
  )
  expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([])
  expect(readFileSync(join(made, 'page-not-found-en-after.html'), 'utf8')).not.toMatch(/<script|[\u{E0020}-\u{E007F}]/u)
  // The texts of the project are those of now again.
  expect(existsSync(join(folder, 'messages/fr.json'))).toBe(true)
  expect(readFileSync(join(folder, 'messages/fr.json'), 'utf8')).toContain(changed.fr)
})
