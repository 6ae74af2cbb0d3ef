import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type en from '@/messages/en.json'
import { copyProject } from '../support/copy-project'
import { expectAccessible, expectError, hydrated, locales, test } from '../support/page'
import { makeScratchFolder } from '../support/scratch'
import { killServer, serverEnvironment, startServer } from '../support/server'

// One editor, on a copy of the project: its catalogs are changed.
test.describe.configure({ mode: 'serial', timeout: 400_000 })

// How blocks come into view is not the matter here (tests/e2e/loading.spec.ts).
test.use({ contextOptions: { reducedMotion: 'reduce' } })

// A page, or a part of it, is compiled when it is first asked for.
const patience = { timeout: 120_000 }

let folder: string
// Beside the copy: with a repository in it, Next would not find the packages, which lie above.
let repository: Record<string, string>
let site: Awaited<ReturnType<typeof startServer>>

test.beforeAll(async () => {
  test.setTimeout(240_000)
  folder = copyProject()
  // Nobody has told this git who commits.
  const unnamed = { GIT_CONFIG_GLOBAL: join(folder, 'none'), GIT_CONFIG_NOSYSTEM: '1' }
  repository = { GIT_DIR: makeScratchFolder('edit-git-'), GIT_WORK_TREE: folder, ...unnamed }
  git('init', '--quiet', '--initial-branch=main')
  git('add', 'messages', 'scripts/copy', 'lib/seo', 'lib/chatbot/questions')
  git('-c', 'user.name=Tests', '-c', 'user.email=tests@example.com', 'commit', '--quiet', '--message=Texts')
  site = await startServer({ ...serverEnvironment(), ...repository, CI: '1' }, 'edit', 180, folder)
})

test.afterEach(() => {
  git('checkout', '--quiet', '--', '.')
  rmSync(join(folder, '.cache/edit'), { recursive: true, force: true })
})

test.afterAll(async () => {
  if (site) await killServer(site.server)
  rmSync(folder, { recursive: true, force: true })
})

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: folder,
    env: { ...process.env, ...repository },
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return stdout
}

function catalog(locale: string): typeof en {
  return JSON.parse(readFileSync(join(folder, `messages/${locale}.json`), 'utf8'))
}

function write(locale: string, before: string, after: string) {
  const file = join(folder, `messages/${locale}.json`)
  writeFileSync(file, readFileSync(file, 'utf8').replace(before, after))
}

async function open(page: Page, path: string) {
  // While developing, a page's styles come by script, too late to say that it takes part.
  expectError(page, /ViewTransition opt-in/)
  // A file of the page may be gone while the development server builds it anew after a change of a catalog.
  expectError(page, /Failed to load resource: .* 404/)
  await page.goto(site.address + path, { waitUntil: 'load' })
  await hydrated(page)
  await expect(page.getByRole('complementary', { name: 'Editor' })).toBeVisible()
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const toolbar = (page: Page) => page.getByRole('complementary', { name: 'Editor' })
const panel = (page: Page, key: string) => page.getByRole('dialog', { name: key, exact: true })
const field = (inside: Page | Locator, language: string, what = 'text') =>
  inside.getByRole('textbox', { name: `${language} ${what}`, exact: true })
const status = (inside: Locator) => inside.getByRole('status')
const save = (inside: Locator) => inside.getByRole('button', { name: 'Save', exact: true })

async function openTitle(page: Page) {
  await open(page, '/')
  await title(page).click()
  await expect(field(page, 'English')).toBeFocused()
  return panel(page, 'Hero.title')
}

/** Changes the English headline without waiting for what the check says. */
async function typeTitle(page: Page, text: string) {
  const shown = await openTitle(page)
  await field(shown, 'English').fill(text)
  return shown
}

test('a click on a text changes it in all languages, on the page and in the catalogs, and can be undone', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => request.url().endsWith('/_edit/save') && requests.push(request.postData() ?? ''))
  await open(page, '/')
  await title(page).hover()
  await expect(page.getByText('Hero.title', { exact: true })).toBeVisible()
  await title(page).click()

  const shown = panel(page, 'Hero.title')
  const texts = { English: 'Gold for banks', French: 'De l’or pour les banques', Spanish: 'Oro para bancos' }
  for (const [language, text] of Object.entries(texts)) await field(shown, language).fill(text)
  await expect(toolbar(page).getByRole('button', { name: '1 text not saved' })).toBeVisible()
  await page.evaluate(() => {
    window.scrollTo({ top: 200, behavior: 'instant' })
    Object.assign(window, { isSame: true })
  })
  await save(shown).dblclick()
  await expect(status(shown)).toHaveText('Saved.')
  await expect(title(page)).toContainText('Gold for banks', patience)
  // Neither loaded anew nor at its top again; the headline is a line shorter.
  expect(await page.evaluate(() => 'isSame' in window && window.scrollY)).toBeGreaterThan(100)
  expect(requests).toHaveLength(1)
  expect(locales.map((locale) => catalog(locale).Hero.title)).toEqual(Object.values(texts))
  expect(git('diff', '--numstat', '--', 'messages').match(/^1\t1\t/gm)).toHaveLength(3)
  expect(git('diff', '--name-only')).toContain('scripts/copy/reviewed.json')
  await expect(field(shown, 'French')).toHaveValue(texts.French)
  await expect(shown.getByRole('region', { name: 'English text' }).locator('ins')).not.toHaveCount(0)

  await toolbar(page).getByRole('button', { name: 'Undo' }).click()
  await expect(title(page)).toContainText('Vaulted gold and silver', patience)
  await expect(field(shown, 'Spanish')).toHaveValue(/^Oro y plata/)
  expect(git('diff', '--name-only')).toBe('')
  await toolbar(page).getByRole('button', { name: 'Redo' }).click()
  await expect(title(page)).toContainText('Gold for banks', patience)
  await expect(toolbar(page).getByRole('button', { name: 'Changes (3)' })).toBeVisible()
  // Now the toolbar has two lines.
  await field(shown, 'English').fill('Gold for funds')
  await save(shown).click()
  await expect(title(page)).toContainText('Gold for funds', patience)
  await toolbar(page).getByRole('button', { name: 'Changes (3)' }).click()
  const changes = page.getByRole('dialog', { name: 'Changes since the last commit' })
  await expect(changes.locator('del').first()).toContainText('Vaulted')
  await expectAccessible(page)
  await changes.getByRole('button', { name: 'Hero.title' }).click()
  await expect(field(shown, 'English')).toBeFocused()
})

test('links, buttons and fields are edited by a click, and act with Alt or when editing is off', async ({ page }) => {
  await open(page, '/')
  const link = page.getByRole('main').getByRole('link', { name: 'Contact our team' }).first()
  await link.click()
  const shown = panel(page, 'Hero.contact')
  await expect(shown).toBeVisible()
  await shown.getByRole('button', { name: 'Follow the link' }).click()
  await expect(page).toHaveURL(/\/contact$/, patience)
  await hydrated(page)

  await expect(toolbar(page)).toBeVisible()
  await page.locator('textarea').click()
  await expect(page.getByRole('dialog').getByRole('navigation', { name: 'Texts at this place' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'ContactForm.messagePlaceholder' }).click()
  await expect(panel(page, 'ContactForm.messagePlaceholder')).toBeVisible()
  await page.keyboard.press('Escape')

  const home = page.getByRole('navigation').getByRole('link', { name: /^Home/ }).first()
  await home.click()
  await expect(panel(page, 'Navigation.home')).toBeVisible()
  await home.click({ modifiers: ['Alt'] })
  await expect(page).toHaveURL(`${site.address}/`, patience)
  await hydrated(page)
  await toolbar(page).getByRole('switch', { name: 'Editing' }).click()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Contact/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/contact$/, patience)
})

test('a text is opened, changed and saved by the keyboard alone', async ({ page }) => {
  await open(page, '/')
  const link = page.getByRole('main').getByRole('link', { name: 'Contact our team' }).first()
  await link.focus()
  await page.keyboard.press('Alt+Enter')
  const shown = panel(page, 'Hero.contact')
  await expect(field(shown, 'English')).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' now')
  await page.keyboard.press('Control+s')
  await expect(status(shown)).toHaveText('Saved.')
  await expect(field(shown, 'English')).toBeFocused()
  expect(catalog('en').Hero.contact).toBe('Contact our team now')
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
  await expect(link).toBeFocused()

  await toolbar(page).getByRole('button', { name: 'Texts of this page' }).press('Enter')
  const list = page.getByRole('dialog', { name: /^Texts of this page/ })
  await expect(list.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('metadata.home.desc')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(panel(page, 'Metadata.home.description')).toContainText('at most 160')
  await page.keyboard.press('Escape')
  await expect(toolbar(page).getByRole('button', { name: 'Editor' })).toBeFocused()
})

test('arguments and tags cannot be cut, and each text of a plural has a field', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('main').getByText('we provide precious metals as a service').click()
  const shown = panel(page, 'About.body')
  const english = field(shown, 'English')
  const value = await english.inputValue()
  expect(value).toMatch(/^From \{officeCount…\} in \{offices\},/)
  await english.press('Control+Home')
  for (let step = 0; step < 'From {'.length; step++) await english.press('ArrowRight')
  await page.keyboard.press('Backspace')
  await expect(english).toHaveValue(value.replace('{officeCount…}', ''))
  await english.press('Control+z')
  await expect(english).toHaveValue(value)
  await english.press('Control+Home')
  await page.keyboard.type('{')
  await expect(english).toHaveValue(value)
  await expect(status(shown)).toContainText('choose them from “Insert”')

  const region = shown.getByRole('region', { name: 'English text' })
  await region.getByText('Insert', { exact: true }).click()
  await region.getByRole('button', { name: '{brand}' }).click()
  await expect(english).toHaveValue(`{brand}${value}`)
  await page.keyboard.type(': ')
  await field(shown, 'English text, {officeCount…}: for the plural form “one”', '')
    .or(shown.getByRole('textbox', { name: 'English text, {officeCount…}: for the plural form “one”' }))
    .fill('our only office')
  await save(shown).click()
  await expect(status(shown)).toHaveText('Saved.')
  expect(catalog('en').About.body).toMatch(
    /^\{brand\}: From \{officeCount, plural, one \{our only office\} other \{our offices\}\} in \{offices\}/,
  )
})

test('what is typed is checked, counted and set as its language wants', async ({ page }) => {
  await open(page, '/fr')
  await title(page).click()
  const shown = panel(page, 'Hero.title')
  await expect(field(shown, 'French')).toBeFocused()
  const french = shown.getByRole('region', { name: 'French text' })
  await field(shown, 'French').fill('Un rendement garanti')
  await expect(french.getByText('must not be said here').first()).toBeVisible()
  await expect(status(shown)).toContainText('to fix.')
  await field(shown, 'French').fill("Pourquoi l'or ?")
  await expect(french.locator('.count')).toContainText('15 characters')
  await field(shown, 'English').focus()
  await expect(field(shown, 'French')).toHaveValue('Pourquoi l’or\u202f?')
  await shown.getByRole('button', { name: 'Discard' }).click()
  await expect(field(shown, 'French')).toHaveValue(/^Or et argent/)
})

test('what is stale can be accepted', async ({ page }) => {
  const shown = await typeTitle(page, 'Vaulted gold and silver: one token per troy ounce')
  await save(shown).click()
  const french = shown.getByRole('region', { name: 'French text' })
  await expect(french.getByText('English has changed', { exact: true })).toBeVisible()
  // Both at once: the second one waits for the first.
  await shown.evaluate((element) => {
    for (const button of element.querySelectorAll<HTMLElement>('button[aria-label^="Still fits"]')) button.click()
  })
  await expect(french.getByText('English has changed', { exact: true })).toBeHidden()
  await expect(shown.getByRole('button', { name: /Still fits/ })).toHaveCount(0)
})

test('what was changed elsewhere meanwhile is shown beside what was typed', async ({ page }) => {
  expectError(page, /409/)
  const shown = await typeTitle(page, 'Typed here')
  write('en', catalog('en').Hero.title, 'Written elsewhere')
  write('en', catalog('en').Hero.contact, 'Another text of the same file')
  await save(shown).click()
  await expect(status(shown)).toContainText('Not saved.')
  const english = shown.getByRole('region', { name: 'English text' })
  await expect(english).toContainText('This text was changed elsewhere meanwhile. Now it is:Written elsewhere')
  await expect(field(shown, 'English')).toHaveValue('Typed here')
  expect(catalog('en').Hero.title).toBe('Written elsewhere')
  await save(shown).click()
  await expect(status(shown)).toHaveText('Saved.')
  expect(catalog('en').Hero).toMatchObject({ title: 'Typed here', contact: 'Another text of the same file' })
  await expect(title(page)).toContainText('Typed here', patience)

  // Where only other texts of the file have changed, nobody is asked.
  await field(shown, 'English').fill('Typed again')
  write('en', 'Another text of the same file', 'And once more')
  await save(shown).click()
  await expect.poll(() => catalog('en').Hero).toMatchObject({ title: 'Typed again', contact: 'And once more' })
})

test('nothing typed is lost when the editor does not answer, or the page is loaded anew', async ({ page }) => {
  expectError(page, /ERR_FAILED|ERR_CONNECTION|409/)
  const shown = await typeTitle(page, 'Kept')
  await page.route('**/_edit/**', (route) => route.abort())
  await save(shown).click()
  await expect(status(shown)).toContainText('Not saved; your text is kept here.')
  await expect(field(shown, 'English')).toHaveValue('Kept')
  await page.unroute('**/_edit/**')

  // What another program saves is shown on the page; a broken catalog only once nothing is lost by it.
  const { eyebrow } = catalog('en').Hero
  write('en', eyebrow, 'From elsewhere')
  await expect(page.getByText('From elsewhere')).toBeVisible(patience)
  write('en', '"Navigation": {', '"Navigation" {')
  await expect(status(toolbar(page))).toContainText('messages/en.json is broken')
  write('en', '"Navigation" {', '"Navigation": {')
  await expect(status(toolbar(page))).toBeEmpty()
  await expect(field(shown, 'English')).toHaveValue('Kept')
  const warnings: string[] = []
  page.on('dialog', (dialog) => {
    warnings.push(dialog.type())
    return dialog.accept()
  })
  await page.reload({ waitUntil: 'load' })
  expect(warnings).toEqual(['beforeunload'])
  await expect(field(shown, 'English')).toHaveValue('Kept')
  await save(shown).click()
  await expect(status(shown)).toHaveText('Saved.')
  await expect(title(page)).toContainText('Kept', patience)
})

for (const [name, store] of [
  [
    'stores nothing',
    () => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
      Object.defineProperty(window, 'sessionStorage', { get: refuse })
    },
  ],
  [
    'has stored something else',
    () => {
      const entries = { drafts: { texts: { 'Hero.title': { en: 5 } } }, panel: { path: '/' }, toolbar: 'x' }
      for (const [entry, value] of Object.entries(entries)) {
        sessionStorage.setItem(`editor.${entry}`, JSON.stringify(value))
      }
    },
  ],
] as const) {
  test(`a text is changed in a browser that ${name}`, async ({ page }) => {
    await page.addInitScript(store)
    const shown = await typeTitle(page, 'Gold for everyone')
    await save(shown).click()
    await expect(status(shown)).toHaveText('Saved.')
    expect(catalog('en').Hero.title).toBe('Gold for everyone')
  })
}

test('a question is added, moved and deleted in all languages at once', async ({ page }) => {
  await open(page, '/')
  await page.getByText('What are the fees?').click()
  const shown = panel(page, 'HomeFaq.items.fees.question')
  await shown.getByRole('button', { name: 'Add after…' }).click()
  const form = page.getByRole('dialog', { name: 'Add to HomeFaq.items' })
  const add = form.getByRole('button', { name: 'Add', exact: true })
  await field(form, 'English', 'question').fill('Can auditors visit?')
  await add.click()
  await expect(status(form)).toHaveText('Write every text, in every language.')
  await field(form, 'French', 'question').fill('Les auditeurs peuvent-ils venir ?')
  await field(form, 'Spanish', 'question').fill('¿Pueden venir los auditores?')
  await field(form, 'English', 'answer').fill('Please ask the team.')
  await field(form, 'French', 'answer').fill('Veuillez consulter l’équipe.')
  await field(form, 'Spanish', 'answer').fill('Consulte al equipo.')
  await expect(form.getByRole('textbox', { name: /^Name/ })).toHaveValue('canAuditorsVisit')
  await expectAccessible(page)
  await add.click()
  const added = panel(page, 'HomeFaq.items.canAuditorsVisit.question')
  await expect(field(added, 'English')).toBeFocused()
  await expect(page.locator('summary', { hasText: 'Can auditors visit?' })).toBeVisible(patience)
  for (const locale of locales) {
    const names = Object.keys(catalog(locale).HomeFaq.items)
    expect(names.indexOf('canAuditorsVisit')).toBe(names.indexOf('fees') + 1)
  }
  expect(catalog('fr').HomeFaq.items).toMatchObject({
    canAuditorsVisit: { question: 'Les auditeurs peuvent-ils venir\u202f?' },
  })

  const up = added.getByRole('button', { name: 'Move up' })
  await up.click()
  await expect(added).toContainText('Entry 6 of 8')
  await expect(up).toBeFocused()
  await expect.poll(() => Object.keys(catalog('es').HomeFaq.items).indexOf('canAuditorsVisit')).toBe(5)
  await added.getByRole('button', { name: 'Delete…' }).click()
  await added.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(added).toBeHidden()
  await expect(status(toolbar(page))).toContainText('“Undo” brings it back.')
  expect(git('diff', '--name-only', '--', 'messages')).toBe('')
  await expect(page.locator('summary', { hasText: 'Can auditors visit?' })).toHaveCount(0, patience)
})

test('words are replaced in the texts that are chosen', async ({ page }) => {
  await open(page, '/')
  await toolbar(page).getByRole('button', { name: 'Search and replace' }).click()
  const search = page.getByRole('dialog', { name: 'Search and replace' })
  await search.getByRole('searchbox', { name: 'Find' }).fill('contact our team')
  await search.getByRole('textbox', { name: 'Replace with' }).fill('write to us')
  await search.getByRole('combobox', { name: 'In' }).selectOption('English')
  await page.keyboard.press('Enter')
  await search.getByRole('textbox', { name: 'Replace with' }).press('Enter')
  await expect(status(search)).toContainText('Found in')
  const found = await search.getByRole('checkbox', { name: /^Replace in/ }).count()
  await search.getByRole('checkbox', { name: 'Replace in Hero.contact, English' }).uncheck()
  await expectAccessible(page)
  expect(found).toBeGreaterThan(1)
  await search.getByRole('button', { name: `Replace in ${found - 1} text` }).click()
  await expect(status(search)).toContainText('Replaced in')
  expect(catalog('en').Hero.contact).toBe('Contact our team')
  expect(git('diff', '--numstat', '--', 'messages/en.json')).toContain(`${found - 1}\t${found - 1}\t`)
})

test('the panel and its list fit a window of 320 px, and stand out in forced colours', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/')
  await expect(toolbar(page).getByRole('button', { name: 'Propose' })).toBeHidden()
  await title(page).click()
  await expect(field(page, 'English')).toBeFocused()
  await expectAccessible(page)
  const shown = panel(page, 'Hero.title')
  for (const part of [shown, shown.getByRole('region', { name: 'Spanish text' }), save(shown)]) {
    const box = await part.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  // What is edited is not below the panel.
  const [edited, covering] = [await title(page).boundingBox(), await shown.boundingBox()]
  expect(edited?.y).toBeLessThan(covering?.y ?? 0)

  await toolbar(page).getByRole('button', { name: 'Editor' }).click()
  await expect(toolbar(page).getByRole('button', { name: 'Propose' })).toBeVisible()
  await toolbar(page).getByRole('button', { name: 'Texts of this page' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(toolbar(page).getByRole('button', { name: 'Editor' })).toBeFocused()

  await page.emulateMedia({ forcedColors: 'active' })
  for (const part of [shown, toolbar(page), save(shown), field(shown, 'Spanish')]) {
    await expect(part).toHaveCSS('border-top-style', 'solid')
  }
})

test('the changes are proposed once nothing is to be fixed', async ({ page }) => {
  const shown = await typeTitle(page, 'Guaranteed gold')
  await save(shown).click()
  await expect(status(shown)).toHaveText('Saved.')
  await toolbar(page).getByRole('button', { name: 'Propose' }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose the changes' })
  await expect(dialog).toContainText('to be fixed before this can be proposed')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Hero.title · English' }).click()
  for (const [language, text] of Object.entries({ English: 'Gold', French: 'De l’or', Spanish: 'El oro' })) {
    await field(shown, language).fill(text)
  }
  await save(shown).click()
  await expect.poll(() => catalog('es').Hero.title).toBe('El oro')
  await expect(save(shown)).toBeDisabled()

  await toolbar(page).getByRole('button', { name: 'Propose' }).click()
  const words = dialog.getByRole('textbox', { name: /^What was changed/ })
  await expect(words).toHaveValue(/Home: hero title \(en, fr, es\)/)
  await words.fill('A shorter headline')
  await dialog.getByRole('textbox', { name: 'Your name' }).fill('Tess Ting')
  await dialog.getByRole('textbox', { name: /^Your e-mail address/ }).fill('tess@example.com')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Propose' }).dblclick()
  await expect(status(dialog)).toHaveText('Kept on this computer.')
  await expect(dialog).toContainText('Ask a developer')
  expect(git('log', '-1', '--format=%an <%ae> %s').trim()).toBe('Tess Ting <tess@example.com> A shorter headline')
  expect(git('log', '--oneline', 'main..').trim().split('\n')).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect(toolbar(page).getByRole('button', { name: 'Changes', exact: true })).toBeVisible()
  git('checkout', '--quiet', 'main')
})

test('texts go to a translator and come back', async ({ page }) => {
  await open(page, '/')
  await toolbar(page).getByRole('button', { name: 'Translations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translations' })
  await dialog.getByRole('combobox', { name: 'Texts' }).selectOption('all')
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('csv')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = await (await downloading).path()
  const cell = `"${catalog('fr').Hero.title}",`
  const translated = readFileSync(file, 'utf8').replace(cell, `${cell}De l’or en chambre forte`)
  await dialog
    .getByLabel('File')
    .setInputFiles({ name: 'fr.csv', mimeType: 'text/csv', buffer: Buffer.from(translated) })
  await expect(status(dialog)).toContainText('The file changes 1 text.')
  await expect(dialog.getByRole('listitem').first()).toContainText('Hero.title')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Take over 1 text' }).click()
  await expect(status(dialog)).toContainText('1 text taken over.')
  expect(catalog('fr').Hero.title).toBe('De l’or en chambre forte')

  await dialog.getByLabel('File').setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('nothing') })
  await expect(status(dialog)).toHaveClass(/problem/)
  expectError(page, /422/)
})

test('an answer is written to a question that the assistant could not answer', async ({ page }) => {
  await open(page, '/')
  await toolbar(page).getByRole('button', { name: 'Questions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Questions without an answer' })
  const question = { locale: 'fr', text: 'Avez-vous une boutique de souvenirs ?', count: 3, last: '2026-11-01' }
  await dialog.getByLabel('Questions of the live site').setInputFiles({
    name: 'questions.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify([question])),
  })
  await expect(dialog.getByText('Avez-vous une boutique de souvenirs')).toBeVisible(patience)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Write an answer/ }).click()
  const form = page.getByRole('dialog', { name: 'Add to HomeFaq.items' })
  await expect(field(form, 'French', 'question')).toHaveValue(/^Avez-vous une boutique de souvenirs/)
  await field(form, 'English', 'question').fill('Is there a gift shop?')
  await expect(form.getByRole('textbox', { name: /^Name/ })).toHaveValue('isThereAGift')
})
