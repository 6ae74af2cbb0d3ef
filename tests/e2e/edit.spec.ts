import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type en from '@/messages/en.json'
import { expectAccessible } from '../support/accessibility'
import { locales } from '../support/catalog'
import { copyProject } from '../support/copy-project'
import { openInDevelopment, patience } from '../support/development'
import { hydrated } from '../support/hydration'
import { expectError, narrow, test } from '../support/page'
import { makeScratchFolder } from '../support/scratch'
import { killServer, serverEnvironment, startServer } from '../support/server'

// All tests share one editor. It runs on a copy of the project because the
// tests change its catalogs.
test.describe.configure({ mode: 'serial', timeout: 400_000 })

// Turns off the fade-in of blocks, which tests/e2e/loading.spec.ts covers.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

let folder: string
// Places the repository outside the copy because, with a repository in it, Next
// would not find the packages in the folders above.
let repository: Record<string, string>
let environment: Record<string, string>
let site: Awaited<ReturnType<typeof startServer>>

test.beforeAll(async () => {
  test.setTimeout(240_000)
  folder = copyProject()
  const unnamed = {
    GIT_CONFIG_GLOBAL: join(folder, 'none'),
    GIT_CONFIG_NOSYSTEM: '1',
  }
  repository = {
    GIT_DIR: makeScratchFolder('edit-git-'),
    GIT_WORK_TREE: folder,
    ...unnamed,
  }
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Tess Ting')
  git('config', 'user.email', 'tess@example.com')
  git(
    'add',
    'messages',
    'scripts/copy',
    'lib/chatbot/questions',
    'lib/languages.json',
    'brands',
  )
  git('commit', '--quiet', '--message=Texts')
  environment = { ...serverEnvironment(), ...repository, CI: '1' }
  await startEditor()
})

async function startEditor() {
  site = await startServer(environment, {
    command: 'edit',
    waitSeconds: 180,
    folder,
  })
}

test.afterEach(() => {
  git('checkout', '--quiet', '--force', 'main')
  for (const remote of linesOf(git('remote'))) git('remote', 'remove', remote)
  for (const branch of linesOf(git('branch', '--format=%(refname:short)')))
    if (branch !== 'main') git('branch', '--quiet', '-D', branch)
  rmSync(join(folder, '.cache/edit'), { recursive: true, force: true })
})

test.afterAll(async () => {
  if (site) await killServer(site.server)
  rmSync(folder, { recursive: true, force: true })
})

function git(...args: string[]): string {
  const env = { ...process.env, ...repository }
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

function linesOf(output: string): string[] {
  return output.split('\n').filter(Boolean)
}

function catalog(locale: string): typeof en {
  return JSON.parse(
    readFileSync(join(folder, `messages/${locale}.json`), 'utf8'),
  )
}

function replaceInCatalog(locale: string, before: string, after: string) {
  const file = join(folder, `messages/${locale}.json`)
  writeFileSync(file, readFileSync(file, 'utf8').replace(before, after))
}

async function open(page: Page, path: string) {
  await openInDevelopment(page, site.address + path)
  await hydrated(page)
  await page.getByRole('complementary', { name: 'Editor' }).waitFor()
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const toolbar = (page: Page) =>
  page.getByRole('complementary', { name: 'Editor' })
const tool = (page: Page, name: string | RegExp) =>
  toolbar(page).getByRole('button', { name, exact: true })
const panelOf = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name, exact: true })
const field = (inside: Page | Locator, language: string, what = 'text') =>
  inside.getByRole('textbox', { name: `${language} ${what}`, exact: true })
const status = (inside: Locator) => inside.getByRole('status')
const saveButton = (inside: Locator) =>
  inside.getByRole('button', { name: 'Save', exact: true })
const save = async (inside: Locator) => {
  await saveButton(inside).click()
  await expect(status(inside)).toHaveText('Saved.')
}
const headline = 'Home · headline'

/** Opens the panel of the headline by a click on it. */
async function openTitle(page: Page, path = '/') {
  await open(page, path)
  await title(page).click()
  return panelOf(page, headline)
}

/** Changes the English headline without waiting for the check's result. */
async function typeTitle(page: Page, text: string) {
  const panel = await openTitle(page)
  await expect(field(panel, 'English')).toBeFocused()
  await field(panel, 'English').fill(text)
  return panel
}

/** Types a headline in every language without saving it. */
async function typeTitles(page: Page) {
  const panel = await typeTitle(page, 'Gold for banks')
  await field(panel, 'French').fill('De l’or pour les banques')
  await field(panel, 'Spanish').fill('Oro para bancos')
  return panel
}

test('the page previews a text before it is saved', async ({ page }) => {
  const panel = await typeTitle(page, 'Gold for banks')

  await expect(title(page)).toContainText('Gold for banks')
  await expect(tool(page, '1 text not saved')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Home' })).toHaveAttribute(
    'href',
    '/',
  )
})

test('a saved text is in every catalog and marked as changed', async ({
  page,
}) => {
  const panel = await typeTitles(page)

  await save(panel)

  const texts = [
    'Gold for banks',
    'De l’or pour les banques',
    'Oro para bancos',
  ]
  expect(locales.map((locale) => catalog(locale).Hero.title)).toEqual(texts)
  expect(
    git('diff', '--numstat', '--', 'messages').match(/^1\t1\t/gm),
  ).toHaveLength(3)
  const english = panel.getByRole('region', { name: 'English text' })
  await expect(english.locator('del')).toHaveText(/^Vaulted gold and silver/)
  await expect(english.locator('ins')).toHaveText('Gold for banks')
})

test('a text is saved once, without reloading or scrolling the page', async ({
  page,
}) => {
  const requests: string[] = []
  page.on(
    'request',
    (request) =>
      request.url().endsWith('/_edit/save') &&
      requests.push(request.postData() ?? ''),
  )
  const panel = await typeTitle(page, 'Gold for banks')
  await page.evaluate(() => {
    window.scrollTo({ top: 200, behavior: 'instant' })
    Object.assign(window, { isSame: true })
  })

  await saveButton(panel).dblclick()

  await expect(status(panel)).toHaveText('Saved.')
  await expect(tool(page, '1 text not saved')).toBeHidden()
  // Allows a different scroll position, because the headline is one line
  // shorter.
  expect(
    await page.evaluate(() => 'isSame' in window && window.scrollY),
  ).toBeGreaterThan(100)
  expect(requests).toHaveLength(1)
})

test('a saved text can be undone and redone', async ({ page }) => {
  const panel = await typeTitles(page)
  await save(panel)

  await tool(page, 'Undo').click()
  await expect(tool(page, 'Redo')).toBeEnabled()
  await expect(title(page)).toContainText('Vaulted gold and silver', patience)
  await expect(status(toolbar(page))).toHaveText(`Undone: ${headline}. Show`)
  await expect(field(panel, 'Spanish')).toHaveValue(/^Oro y plata/)
  expect(git('diff', '--name-only')).toBe('')

  await page.keyboard.press('Control+Shift+Z')
  await expect(title(page)).toContainText('Gold for banks', patience)
})

test('a save is undone with the keyboard while its text is unchanged', async ({
  page,
}) => {
  const panel = await typeTitle(page, 'Gold for banks')
  await save(panel)

  await page.keyboard.press('Control+Z')
  await expect(status(toolbar(page))).toHaveText(`Undone: ${headline}. Show`)
  await expect(field(panel, 'English')).toHaveValue(/^Vaulted gold/)

  await field(panel, 'English').press('End')
  await page.keyboard.type('!')
  await page.keyboard.press('Control+Z')
  await expect(field(panel, 'English')).not.toHaveValue(/!$/)
  await expect(status(toolbar(page))).toHaveText(`Undone: ${headline}. Show`)
})

test('news in the toolbar goes away when another text is opened', async ({
  page,
}) => {
  await save(await typeTitle(page, 'Gold for banks'))
  await tool(page, 'Undo').click()
  await expect(status(toolbar(page))).toContainText('Undone')

  await page.getByText('What are the fees?').click()

  await expect(status(toolbar(page))).toHaveText('')
})

test('two quick presses undo two changes', async ({ page }) => {
  const before = catalog('en').Hero.title
  const panel = await typeTitle(page, 'Gold for banks')
  await save(panel)
  await field(panel, 'English').fill('Gold for funds')
  await expect(status(panel)).toHaveText('No errors.')
  await save(panel)

  const undo = tool(page, 'Undo')
  await undo.dblclick()

  await expect(undo).toBeDisabled(patience)
  expect(catalog('en').Hero.title).toBe(before)
})

test('the list of changes opens the changed text', async ({ page }) => {
  const panel = await typeTitles(page)
  await save(panel)

  await tool(page, 'Changes (1)').click()
  const changes = panelOf(page, 'Changes')
  await expect(changes.locator('del').first()).toContainText(
    'Vaulted',
    patience,
  )
  await expectAccessible(page)
  await changes.getByRole('button', { name: headline }).click()

  await expect(field(panel, 'English')).toBeFocused()
})

test('changes are listed while they are being checked', async ({ page }) => {
  await save(await typeTitle(page, 'Gold for banks'))
  await page.route('**/_edit/proposal', () => {})

  await tool(page, 'Changes (1)').click()

  const changes = panelOf(page, 'Changes')
  await expect(changes.locator('ins')).toHaveText('Gold for banks')
  await expect(status(changes)).toHaveText('Checking your changes…')
})

test('a click on a field offers the texts in its place', async ({ page }) => {
  await open(page, '/contact')
  await page.locator('textarea').click()

  const chooser = page
    .getByRole('dialog')
    .getByRole('navigation', { name: 'Texts in this place' })
  await chooser.getByRole('button', { name: /message placeholder$/ }).click()

  await expect(panelOf(page, /placeholder$/)).toBeVisible()
})

const linkIn = (page: Page, name: RegExp) =>
  page.getByRole('navigation').getByRole('link', { name }).first()

test('a click on a link edits it unless Alt is pressed', async ({ page }) => {
  await open(page, '/contact')

  await linkIn(page, /^Home/).click()
  await expect(panelOf(page, /navigation home$/)).toBeVisible()

  await linkIn(page, /^Home/).click({ modifiers: ['Alt'] })
  await expect(page).toHaveURL(`${site.address}/`, patience)
})

test('a click on a link follows it while editing is off', async ({ page }) => {
  await open(page, '/')
  await toolbar(page).getByRole('switch', { name: 'Editing' }).click()

  await linkIn(page, /^Contact/).click()

  await expect(page).toHaveURL(/\/contact$/, patience)
})

/** Opens the panel of a link's text with the keyboard. */
async function openByKeyboard(page: Page) {
  await open(page, '/')
  const link = page
    .getByRole('main')
    .getByRole('link', { name: 'Contact our team' })
    .first()
  await link.focus()
  await page.keyboard.press('Alt+Enter')
  const panel = panelOf(page, 'Home · contact')
  await expect(field(panel, 'English')).toBeFocused()
  return { link, panel }
}

test('a text can be edited and saved with the keyboard alone', async ({
  page,
}) => {
  const { link, panel } = await openByKeyboard(page)

  await page.keyboard.press('Control+End')
  await page.keyboard.type(' now')
  await page.keyboard.press('Control+s')
  await expect(status(panel)).toHaveText('Saved.')
  expect(catalog('en').Hero.contact).toBe('Contact our team now')

  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(link).toBeFocused()
})

test('the arrow keys move from text to text', async ({ page }) => {
  await open(page, '/')
  const link = page
    .getByRole('main')
    .getByRole('link', { name: 'Contact our team' })
    .first()
  await link.focus()

  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('Alt+Enter')

  const panel = panelOf(page, headline)
  await expect(field(panel, 'English')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(link).toBeFocused()
})

test('each plural form has its own field', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('main').getByText('we bring together the tokens').click()
  const panel = panelOf(page, 'Home · about text')
  await expect(field(panel, 'English')).toHaveValue(
    /^From \{officeCount…\} in \{offices\},/,
  )
  await field(
    panel,
    'English',
    'text, {officeCount…}: for one (singular)',
  ).fill('our only office')
  await save(panel)
  await expect(
    panel.getByRole('region', { name: 'English text' }).locator('.diff'),
  ).toHaveText('{officeCount…}: for one (singular): our only office')

  expect(catalog('en').About.body).toMatch(
    /^From \{officeCount, plural, one \{our only office\} other \{our offices\}\} in \{offices\}/,
  )
})

test('a text with an error is saved only at the second attempt', async ({
  page,
}) => {
  expectError(page, /422/)
  const panel = await openTitle(page)
  await field(panel, 'English').fill('Guaranteed gold')

  await page.keyboard.press('Control+s')
  await expect(status(panel)).toHaveText(
    'Not saved. Correct the errors, or try again to keep them.',
  )
  await expect(panel.getByText('is not allowed here').first()).toBeVisible()
  expect(catalog('en').Hero.title).not.toBe('Guaranteed gold')

  await page.keyboard.press('Control+s')
  await expect(status(panel)).toHaveText(
    'Saved, with 1 error to fix before you propose.',
  )
  expect(catalog('en').Hero.title).toBe('Guaranteed gold')
})

/** Types a French headline that is not allowed. */
async function typeForbidden(page: Page) {
  const panel = await openTitle(page, '/fr')
  await expect(field(panel, 'French')).toBeFocused()
  await field(panel, 'French').fill('Un rendement garanti')
  await expect(status(panel)).toContainText('to fix.')
  return panel
}

test('an error is explained next to the input', async ({ page }) => {
  const panel = await typeForbidden(page)

  const french = panel.getByRole('region', { name: 'French text' })
  await expect(french.getByText('is not allowed here').first()).toBeVisible()
})

test('input with an error can be discarded', async ({ page }) => {
  const panel = await typeForbidden(page)

  await panel.getByRole('button', { name: 'Discard' }).click()
  await expect(field(panel, 'French')).toHaveValue(/^Or et argent/)

  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('input gets the typography of its language when it is saved', async ({
  page,
}) => {
  const panel = await openTitle(page, '/fr')

  await field(panel, 'French').fill("Pourquoi l'or ?")
  await expect(status(panel)).toHaveText('No errors.')
  await saveButton(panel).click()

  await expect(field(panel, 'French')).toHaveValue('Pourquoi l’or\u202f?')
  await expect(status(panel)).toHaveText(
    'Saved, with corrected spaces, quotation marks or apostrophes.',
  )
})

/** Changes the English headline, so that its translations are stale. */
async function makeStale(page: Page) {
  const panel = await typeTitle(
    page,
    'Vaulted gold and silver: one token per troy ounce',
  )
  await saveButton(panel).click()
  const french = panel.getByRole('region', { name: 'French text' })
  const mark = french.getByText('English has changed', { exact: true })
  await mark.waitFor()
  return { panel, mark }
}

test('the editor lists stale translations with the change in English', async ({
  page,
}) => {
  const { panel } = await makeStale(page)
  const list = panelOf(page, 'Translations')

  await tool(page, 'Translations').click()
  await expect(status(list)).toHaveText('Text 1 of 1.')
  await expect(list.locator('del')).toHaveText('silver,')
  await expectAccessible(page)

  await list.getByRole('button', { name: headline, exact: true }).click()
  await expect(panel).toBeVisible()
})

test('two stale translations can be confirmed at once', async ({ page }) => {
  const { panel, mark } = await makeStale(page)

  // Clicks both at once because the second confirmation must wait for the
  // first.
  await panel.evaluate((element) => {
    for (const button of element.querySelectorAll<HTMLElement>(
      'button[aria-label^="Translation is"]',
    ))
      button.click()
  })

  await expect(mark).toBeHidden()
  await expect(panel.getByRole('button', { name: /still right/ })).toHaveCount(
    0,
  )
})

test('the editor links a changed answer to the assistant’s fact that says the same', async ({
  page,
}) => {
  await open(page, '/')
  await tool(page, 'Search and replace').click()
  const search = panelOf(page, 'Search and replace')
  await search
    .getByRole('searchbox', { name: 'Find' })
    .fill('HomeFaq.items.vaults.answer')
  await page.keyboard.press('Enter')
  await search
    .getByRole('button', { name: 'Home · FAQ “vaults” answer · English' })
    .click()
  const vaults = panelOf(page, 'Home · FAQ “vaults” answer')

  await field(vaults, 'English').fill(
    'In vaults. For due diligence, please <contact>contact us</contact>.',
  )
  await saveButton(vaults).click()
  await expect(status(vaults)).toContainText('says the same. Check it too.')
  await vaults.getByRole('button', { name: 'Open it' }).click()

  await expect(
    panelOf(page, 'Assistant · custody “vaults” answer'),
  ).toBeVisible()
})

/** Removes two French texts and opens the list of missing translations. */
async function openTranslations(page: Page) {
  const { title, contact } = catalog('fr').Hero
  for (const text of [title, contact]) replaceInCatalog('fr', `"${text}"`, '""')
  await open(page, '/fr')
  await tool(page, 'Translations').click()
  const dialog = panelOf(page, 'Translations')
  await expect(status(dialog)).toHaveText('Text 1 of 2.')
  return { dialog, contact }
}

test('the editor shows missing texts one at a time, next to the English text', async ({
  page,
}) => {
  const { dialog } = await openTranslations(page)

  await expect(dialog.getByText(catalog('en').Hero.title)).toBeVisible()
  await expect(field(dialog, 'French', 'translation')).toBeFocused()
  await expect(dialog.getByRole('textbox')).toHaveCount(1)

  await dialog.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(status(dialog)).toHaveText('Text 2 of 2.')

  await dialog.getByRole('button', { name: 'Previous' }).click()
  await expect(status(dialog)).toHaveText('Text 1 of 2.')
})

test('the editor shows the next missing text until the language is complete', async ({
  page,
}) => {
  expectError(page, /422/)
  const { dialog, contact } = await openTranslations(page)
  const progress = dialog.getByRole('progressbar', { name: 'Translated' })
  const translation = field(dialog, 'French', 'translation')

  await test.step('a translation is followed by the next text', async () => {
    await expect(translation).toBeFocused()
    await page.keyboard.type("L'or et l'argent")
    await page.keyboard.press('Control+Enter')
    await expect(status(dialog)).toHaveText('Text 1 of 1.')
    await expect(progress).toHaveAttribute('value', '1')
    expect(catalog('fr').Hero.title).toBe('L’or et l’argent')
  })

  await test.step('a translation with an error does not', async () => {
    await translation.fill('Garanti')
    await page.keyboard.press('Control+Enter')
    await expect(status(dialog)).toHaveText(/^Not saved\. Correct the errors/)
    await expect(progress).toHaveAttribute('value', '1')
  })

  await test.step('the last translation completes the language', async () => {
    await translation.fill(contact)
    await page.keyboard.press('Control+Enter')
    await expect(status(dialog)).toHaveText('French is complete.')
    await expectAccessible(page)
  })
})

/**
 * Types a headline, changes it and another text outside the editor, and tries
 * to save.
 */
async function saveConflicting(page: Page) {
  expectError(page, /409/)
  const panel = await typeTitle(page, 'Typed here')
  replaceInCatalog('en', catalog('en').Hero.title, 'Written elsewhere')
  replaceInCatalog(
    'en',
    catalog('en').Hero.contact,
    'Another text of the same file',
  )
  await saveButton(panel).click()
  await expect(status(panel)).toContainText('Not saved.')
  return panel
}

test('the editor shows a conflicting change instead of saving over it', async ({
  page,
}) => {
  const panel = await saveConflicting(page)

  await expect(
    panel.getByRole('region', { name: 'English text' }),
  ).toContainText('Someone else changed this text. It is now:Written elsewhere')
  await expect(field(panel, 'English')).toHaveValue('Typed here')
  expect(catalog('en').Hero.title).toBe('Written elsewhere')
})

test('the editor saves over a conflicting change that it has shown', async ({
  page,
}) => {
  const panel = await saveConflicting(page)

  await save(panel)

  expect(catalog('en').Hero).toMatchObject({
    title: 'Typed here',
    contact: 'Another text of the same file',
  })
  await expect(title(page)).toContainText('Typed here', patience)
})

test('the editor saves without asking if only other texts of the file changed', async ({
  page,
}) => {
  expectError(page, /409/)
  const panel = await typeTitle(page, 'Typed again')
  replaceInCatalog('en', catalog('en').Hero.contact, 'Written elsewhere')

  await saveButton(panel).click()

  await expect
    .poll(() => catalog('en').Hero)
    .toMatchObject({ title: 'Typed again', contact: 'Written elsewhere' })
})

test('the editor keeps input after a network error', async ({ page }) => {
  expectError(page, /ERR_FAILED|ERR_CONNECTION/)
  const panel = await typeTitle(page, 'Kept')
  await page.route('**/_edit/**', (route) => route.abort())

  await saveButton(panel).click()
  await expect(status(panel)).toContainText(
    'Not saved, but your text is still here.',
  )

  await page.unroute('**/_edit/**')
  await save(panel)
  await expect(title(page)).toContainText('Kept', patience)
})

test('the editor shows another program’s change and keeps input', async ({
  page,
}) => {
  expectError(page, /ERR_CONNECTION|409/)
  const panel = await typeTitle(page, 'Kept')

  replaceInCatalog('en', catalog('en').Hero.eyebrow, 'From elsewhere')

  await expect(page.getByText('From elsewhere')).toBeVisible(patience)
  await expect(field(panel, 'English')).toHaveValue('Kept')
})

test('the editor keeps input while a catalog is broken', async ({ page }) => {
  // The check of the typed text fails if it reaches the server in that time.
  expectError(page, /ERR_CONNECTION|409|500/)
  const panel = await typeTitle(page, 'Kept')

  // The toolbar reports the error, because an error page would lose the input.
  replaceInCatalog('en', '"Navigation": {', '"Navigation" {')
  await expect(status(toolbar(page))).toContainText(
    'messages/en.json cannot be read',
  )

  replaceInCatalog('en', '"Navigation" {', '"Navigation": {')
  await expect(field(panel, 'English')).toHaveValue('Kept')
  await save(panel)
})

test('the editor asks before a reload and keeps input after it', async ({
  page,
}) => {
  expectError(page, /ERR_CONNECTION|409/)
  const panel = await typeTitle(page, 'Kept')
  const warnings: string[] = []
  page.on('dialog', (dialog) => {
    warnings.push(dialog.type())
    return dialog.accept()
  })

  await page.reload({ waitUntil: 'load' })
  await tool(page, '1 text not saved').click()

  expect(warnings).toEqual(['beforeunload'])
  await expect(field(panel, 'English')).toHaveValue('Kept')
  await save(panel)
  await expect(title(page)).toContainText('Kept', patience)
})

/** Opens the form that adds a question after the one about fees. */
async function openAdding(page: Page) {
  await open(page, '/')
  await page.getByText('What are the fees?').click()
  await panelOf(page, 'Home · FAQ “fees” question')
    .getByRole('button', { name: 'Add after…' })
    .click()
  const form = panelOf(page, 'Add to Home · FAQ')
  await field(form, 'English', 'question').fill('Can auditors visit?')
  return { form, add: form.getByRole('button', { name: 'Add', exact: true }) }
}

/** Writes a question in every language. */
async function fillQuestion(form: Locator) {
  await field(form, 'French', 'question').fill(
    'Les auditeurs peuvent-ils venir ?',
  )
  await field(form, 'Spanish', 'question').fill('¿Pueden venir los auditores?')
  await field(form, 'English', 'answer').fill('Please ask the team.')
  await field(form, 'French', 'answer').fill('Veuillez consulter l’équipe.')
  await field(form, 'Spanish', 'answer').fill('Consulte al equipo.')
}

/** Adds a question in every language. */
async function addQuestion(page: Page) {
  const { form, add } = await openAdding(page)
  await fillQuestion(form)
  await expect(form).toContainText('Note: The site already states: “')
  await expectAccessible(page)
  await add.click()
  const added = panelOf(page, 'Home · FAQ “auditors visit” question')
  await expect(field(added, 'English')).toBeFocused()
  return added
}

test('the editor adds a question only once it is written in every language', async ({
  page,
}) => {
  const { form, add } = await openAdding(page)

  await add.click()

  await expect(status(form)).toHaveText(
    'Write the French question and 4 other texts first.',
  )
  await expect(field(form, 'French', 'question')).toBeFocused()
  await field(form, 'English', 'answer').fill('Please ask the team.')
  await expect(status(form)).toHaveText('No errors.')
})

test('the editor warns before it discards a new question', async ({ page }) => {
  const { form } = await openAdding(page)

  await page.keyboard.press('Escape')

  await expect(status(form)).toContainText('To discard them, close again.')
})

test('the editor adds a question with errors only at the second attempt', async ({
  page,
}) => {
  expectError(page, /422/)
  const { form, add } = await openAdding(page)
  await fillQuestion(form)
  await field(form, 'English', 'answer').fill('Returns since 1977: guaranteed.')

  await add.click()
  await expect(status(form)).toHaveText(
    'Not added, but your texts are still here. Correct the errors, or try again to keep them.',
  )
  await expect(form.getByText('Error: ').first()).toBeVisible()
  expect(JSON.stringify(catalog('en'))).not.toContain('guaranteed')

  await add.click()
  await expect(form).toBeHidden()
  expect(JSON.stringify(catalog('en'))).toContain('guaranteed')
})

test('the editor adds a question in every language', async ({ page }) => {
  await addQuestion(page)

  await expect(status(toolbar(page))).toHaveText('Added to Home · FAQ.')
  await expect(
    page.locator('summary', { hasText: 'Can auditors visit?' }),
  ).toBeVisible(patience)
  expect(JSON.stringify(catalog('fr').HomeFaq)).toContain(
    'Les auditeurs peuvent-ils venir\u202f?',
  )
})

/** Keeps the page as it is until the result is called. */
async function delayRefresh(page: Page) {
  await page.evaluate(() => {
    const { router } = Object(window).next
    const { refresh } = router
    router.refresh = () => {}
    const refreshNow = () => {
      router.refresh = refresh
      refresh()
    }
    Object.assign(window, { refreshNow })
  })
  return () => page.evaluate(() => Object(window).refreshNow())
}

test('the editor frames a new question once the page shows it', async ({
  page,
}) => {
  const { form, add } = await openAdding(page)
  await fillQuestion(form)
  await expect(form).toContainText('Note: ')
  const refresh = await delayRefresh(page)
  await add.click()
  const added = panelOf(page, 'Home · FAQ “auditors visit” question')
  await expect(status(added)).toHaveText(
    'The page shows this text in a moment.',
    patience,
  )

  await refresh()

  const framed = page.locator('[data-edited]')
  await expect(framed).toHaveText(/^Can auditors visit\?/, patience)
  await expect(framed).toBeInViewport()
  await expect(status(added)).toHaveText('')
})

test('the editor moves a question in every language', async ({ page }) => {
  const added = await addQuestion(page)

  const up = added.getByRole('button', { name: 'Move up' })
  await up.click()
  await expect(added).toContainText('entry 6 of 8')
  await expect(up).toBeFocused()
  await expect
    .poll(() =>
      Object.keys(catalog('es').HomeFaq.items).indexOf('auditorsVisit'),
    )
    .toBe(5)
})

const confirmRemoval = (inside: Locator) =>
  inside.getByRole('button', { name: 'Delete anyway' }).click()

const removeButton = (inside: Locator) =>
  inside.getByRole('button', { name: 'Delete in every language' })

test('the editor asks before it deletes a question', async ({ page }) => {
  const added = await addQuestion(page)

  await removeButton(added).dblclick()
  await expect(status(added)).toHaveText('Delete this in every language?')

  await added.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(status(added)).toHaveText('')
})

test('the editor deletes a question in every language', async ({ page }) => {
  const added = await addQuestion(page)

  await removeButton(added).click()
  await confirmRemoval(added)

  await expect(added).toBeHidden()
  await expect(status(toolbar(page))).toContainText('“Undo” brings it back.')
  expect(git('diff', '--name-only', '--', 'messages')).toBe('')
  await expect(
    page.locator('summary', { hasText: 'Can auditors visit?' }),
  ).toHaveCount(0, patience)
})

test('the editor opens the question of an FAQ answer from the answer’s panel', async ({
  page,
}) => {
  await open(page, '/')
  await page.getByText('What are the fees?').click()
  const answer = page.locator('#faq-fees-answer')
  await expect(answer).toBeVisible()
  await answer.click()
  const fees = panelOf(page, 'Home · FAQ “fees” answer')
  await fees.getByRole('button', { name: 'Edit its question' }).click()

  await expect(panelOf(page, 'Home · FAQ “fees” question')).toBeVisible()
})

/** Asks the editor to delete a card that other texts mention. */
async function askToDeleteCard(page: Page) {
  await open(page, '/')
  await page.getByText('Delivery on request').click()
  const card = panelOf(page, /Home · benefits “physical delivery”/)
  await removeButton(card).click()
  await expect(status(card)).toContainText('may still mention it')
  return card
}

test('the editor names the texts that mention a card before deleting it', async ({
  page,
}) => {
  const card = await askToDeleteCard(page)

  await expect(
    card.getByRole('button', { name: /redemption “delivery”/ }).first(),
  ).toBeVisible()
  await expectAccessible(page)
})

test('a deleted card can be brought back', async ({ page }) => {
  const card = await askToDeleteCard(page)

  await confirmRemoval(card)
  await expect(status(toolbar(page))).toContainText('“Undo” brings it back.')
  expect(catalog('fr').Benefits.cards).not.toHaveProperty('physicalDelivery')

  await tool(page, 'Undo').click()
  await expect(status(toolbar(page))).toContainText(/^Undone: Home · benefits/)
  await expect(card).toBeVisible()
  await expect(page.locator('[data-edited]')).toHaveText(
    /^Delivery on request/,
    patience,
  )
  expect(catalog('fr').Benefits.cards).toHaveProperty('physicalDelivery')
})

test('a restored card can be deleted again with the keyboard', async ({
  page,
}) => {
  const card = await askToDeleteCard(page)
  await confirmRemoval(card)
  await expect(card).toBeHidden()
  await page.keyboard.press('Control+Z')
  await expect(field(card, 'English')).toBeFocused()

  await page.keyboard.press('Control+Shift+Z')

  await expect(card).toBeHidden()
  expect(catalog('fr').Benefits.cards).not.toHaveProperty('physicalDelivery')
})

test('an added question can be undone with the keyboard', async ({ page }) => {
  const added = await addQuestion(page)

  await page.keyboard.press('Control+Z')

  await expect(added).toBeHidden()
  await expect(status(toolbar(page))).toHaveText(
    'Undone: Home · FAQ “auditors visit” question and 1 other text.',
  )
})

test('the editor explains where telephone numbers and legal rows are changed', async ({
  page,
}) => {
  await open(page, '/contact')

  await page.getByRole('link', { name: '+1 514 555 0142' }).first().click()

  await expect(status(toolbar(page))).toContainText(
    '“+1 514 555 0142” is a fact of the company',
  )
  await expect(status(toolbar(page))).toContainText(
    'brands/halcrest/brand.json',
  )
})

/** Searches the English texts for one that is to be replaced. */
async function searchFor(page: Page, text: string, replacement: string) {
  await open(page, '/')
  await tool(page, 'Search and replace').click()
  const search = panelOf(page, 'Search and replace')
  const find = search.getByRole('searchbox', { name: /^Find/ })
  await find.fill(text)
  await search.getByRole('textbox', { name: /^Replace with/ }).fill(replacement)
  await search
    .getByRole('combobox', { name: 'Language' })
    .selectOption('English')
  await find.press('Enter')
  await expect(status(search)).toContainText(/^Found/)
  return search
}

test('search and replace changes only the selected texts', async ({ page }) => {
  const search = await searchFor(page, 'contact our team', 'write to us')
  const checkboxes = search.getByRole('checkbox', { name: /^Replace in/ })
  const selected = (await checkboxes.count()) - 1
  await search
    .getByRole('checkbox', { name: 'Replace in Home · contact · English' })
    .uncheck()
  await expectAccessible(page)

  await search
    .getByRole('button', { name: `Replace in ${selected} text` })
    .click()

  await expect(status(search)).toContainText('Replaced in')
  expect(selected).toBeGreaterThan(0)
  expect(catalog('en').Hero.contact).toBe('Contact our team')
  expect(git('diff', '--numstat', '--', 'messages/en.json')).toContain(
    `${selected}\t${selected}\t`,
  )
})

test('the search dialog scrolls only its results', async ({ page }) => {
  const search = await searchFor(page, 'contact our team', 'Write to us')

  const hidden = await search.evaluate(
    (dialog) => dialog.scrollHeight - dialog.clientHeight,
  )
  expect(hidden).toBe(0)
  await expect(search).toContainText(
    'Warning: A capital letter replaces a lowercase one.',
  )
})

test('the closed toolbar is one line high in a window 320 px wide', async ({
  page,
}) => {
  await page.setViewportSize(narrow)

  await open(page, '/')

  const box = await toolbar(page).boundingBox()
  expect(box?.height).toBeLessThan(80)
})

test('the panel fits a window 320 px wide and shows the edited text', async ({
  page,
}) => {
  await page.setViewportSize(narrow)

  const panel = await openTitle(page)
  await expect(field(panel, 'English')).toBeFocused()

  for (const part of [panel, saveButton(panel)])
    await expect(part).toBeInViewport({ ratio: 1 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
  const edited = await title(page).boundingBox()
  const covering = await panel.boundingBox()
  expect(edited?.y).toBeLessThan(covering?.y ?? 0)
  await expectAccessible(page)
})

test('the panel and the open toolbar leave a third of a narrow window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const panel = await typeTitle(page, 'Gold for banks')

  await toolbar(page).getByText('Editor', { exact: true }).click()

  const box = await panel.boundingBox()
  expect(box?.y).toBeGreaterThan(844 / 3)
  await expect(saveButton(panel)).toBeInViewport({ ratio: 1 })
})

test('Discard and Save share a row in a narrow window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })

  const panel = await typeTitle(page, 'Gold for banks')

  const discard = panel.getByRole('button', { name: 'Discard' })
  const [first, second] = [
    await discard.boundingBox(),
    await saveButton(panel).boundingBox(),
  ]
  expect(first?.y).toBe(second?.y)
})

test('the toolbar opens once the window is wide enough', async ({ page }) => {
  await page.setViewportSize(narrow)
  await open(page, '/')
  await expect(tool(page, 'Undo')).toBeHidden()

  await page.setViewportSize({ width: 1440, height: 900 })

  await expect(tool(page, 'Undo')).toBeVisible()
})

test('the editor keeps its outlines in forced colors', async ({ page }) => {
  const panel = await openTitle(page)

  await page.emulateMedia({ forcedColors: 'active' })

  for (const part of [
    panel,
    toolbar(page),
    saveButton(panel),
    field(panel, 'Spanish'),
  ]) {
    await expect(part).toHaveCSS('border-top-style', 'solid')
  }
})

/** Saves a headline with an error and opens the list of changes. */
async function listChangesWithError(page: Page) {
  expectError(page, /422/)
  const panel = await typeTitle(page, 'Guaranteed gold')
  await saveButton(panel).click()
  await expect(status(panel)).toContainText('Not saved.')
  await saveButton(panel).click()
  await expect(status(panel)).toContainText('Saved, with ')
  const dialog = panelOf(page, 'Changes')
  const propose = dialog.getByRole('button', { name: 'Propose', exact: true })
  await tool(page, 'Changes (1)').click()
  await expect(dialog).toContainText('before you propose:', patience)
  return { panel, dialog, propose }
}

test('changes with errors cannot be proposed', async ({ page }) => {
  const { dialog, propose } = await listChangesWithError(page)

  await expect(propose).toBeDisabled()
  await expect(status(dialog)).toContainText('to fix before you propose.')
  await expectAccessible(page)
})

test('changes can be proposed once their errors are fixed', async ({
  page,
}) => {
  const { panel, dialog, propose } = await listChangesWithError(page)
  await dialog.getByRole('button', { name: `${headline} · English` }).click()
  await field(panel, 'English').fill('Gold')
  await field(panel, 'Spanish').fill('El oro')
  await saveButton(panel).click()
  await expect.poll(() => catalog('es').Hero.title).toBe('El oro')
  await expect(saveButton(panel)).toBeDisabled()

  await tool(page, 'Changes (1)').click()

  await expect(
    dialog.getByRole('textbox', { name: 'What did you change?' }),
  ).toBeVisible()
  await expect(propose).toBeEnabled()
})

test('the editor lists the warnings about changed texts', async ({ page }) => {
  await save(await typeTitle(page, 'Gold for insitutions'))
  const dialog = panelOf(page, 'Changes')

  await tool(page, 'Changes (1)').click()

  await expect(dialog).toContainText('Check 1 warning before you propose:')
  await expect(dialog).toContainText('“insitutions” is not in the dictionary.')
})

test('changes can be proposed before every translation', async ({ page }) => {
  const panel = await typeTitle(page, 'Gold')
  await field(panel, 'Spanish').fill('El oro')
  await save(panel)
  const dialog = panelOf(page, 'Changes')

  await test.step('the list names the missing translation', async () => {
    await tool(page, 'Changes (1)').click()
    await expect(dialog).toContainText('can follow in a later proposal')
    await expect(
      dialog.getByRole('button', { name: `${headline} · French` }),
    ).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('two clicks commit the proposal once', async () => {
    await dialog
      .getByRole('textbox', { name: 'What did you change?' })
      .fill('A shorter headline')
    await dialog
      .getByRole('button', { name: 'Propose', exact: true })
      .dblclick()
    await expect(status(dialog)).toHaveText(
      'The proposal stays on this computer.',
    )
    await expect(dialog).toContainText('Ask a developer')
    await expect(dialog.getByRole('button', { name: headline })).toBeVisible()
    expect(linesOf(git('log', '--format=%an <%ae> %s', 'main..'))).toEqual([
      'Tess Ting <tess@example.com> A shorter headline',
    ])
  })
})

test('the latest texts cannot be fetched without a remote', async ({
  page,
}) => {
  expectError(page, /409 \(Conflict\)/)
  await open(page, '/')
  const dialog = panelOf(page, 'Changes')

  await tool(page, 'Changes').click()
  await dialog.getByRole('button', { name: 'Get the latest texts' }).click()

  await expect(status(dialog)).toContainText(
    'does not know where the published texts are',
  )
})

/** Publishes another headline from a second branch. */
function publishHeadline(text: string) {
  const remote = makeScratchFolder('edit-remote-')
  spawnSync('git', ['init', '--quiet', '--bare', remote])
  git('remote', 'add', 'origin', remote)
  git('push', '--quiet', 'origin', 'main')
  git('checkout', '--quiet', '-b', 'theirs')
  replaceInCatalog(
    'en',
    `"title": "${catalog('en').Hero.title}"`,
    `"title": "${text}"`,
  )
  git('commit', '--quiet', '--all', '--message=Published')
  git('push', '--quiet', 'origin', 'theirs:main')
  git('checkout', '--quiet', 'main')
}

/** Saves a headline after someone else has published another. */
async function changeAfterPublication(page: Page) {
  publishHeadline('Gold for all')
  await save(await typeTitle(page, 'Gold for banks'))
  await tool(page, 'Changes (1)').click()
  return panelOf(page, 'Changes')
}

/** Proposes the own headline, and opens the list of changes again. */
async function reopenAfterProposing(page: Page) {
  const dialog = await changeAfterPublication(page)
  const close = dialog.getByRole('button', { name: 'Close' })
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(status(dialog)).toHaveText('Proposed.')
  await close.click()
  await tool(page, 'Changes').click()
  const latest = dialog.getByRole('button', { name: 'Get the latest texts' })
  await expect(latest).toBeVisible(patience)
  return { dialog, close, latest }
}

/** Proposes the own headline and merges the published one. */
async function proposeAndGetLatest(page: Page) {
  const { dialog, close, latest } = await reopenAfterProposing(page)
  await latest.click()
  await expect(status(dialog)).toContainText('yours were kept')
  await expect(dialog).not.toContainText('Checking your changes…', patience)
  return { dialog, close }
}

test('the editor warns that someone else has published the same text', async ({
  page,
}) => {
  const dialog = await changeAfterPublication(page)

  await expect(dialog).toContainText(
    `Someone else has since changed: ${headline}.`,
  )
})

test('after a reload, the editor says whose version of a conflicting text it kept', async ({
  page,
}) => {
  const { dialog } = await proposeAndGetLatest(page)
  await expect(dialog).toContainText('Parts of it have not been sent yet')
  await expectAccessible(page)

  await page.reload()

  await expect(status(toolbar(page))).toContainText(
    `Someone else changed these texts, too, and yours were kept: ${headline}.`,
  )
  await expectAccessible(page)
})

test('“Use theirs” takes the other version of a conflicting text', async ({
  page,
}) => {
  const { dialog, close } = await proposeAndGetLatest(page)

  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect(
    dialog.getByText('Changes from your version to theirs:'),
  ).toBeHidden()
  expect(catalog('en').Hero.title).toBe('Gold for all')

  await close.click()
  await tool(page, 'OK').click()
  await expect(status(toolbar(page))).toHaveText('')
})

test('other versions can be taken before the check of all texts ends', async ({
  page,
}) => {
  const { dialog, latest } = await reopenAfterProposing(page)
  await page.route('**/_edit/proposal', () => {})
  await latest.click()

  const useTheirs = dialog.getByRole('button', { name: 'Use theirs' })
  await useTheirs.click()

  await expect(status(dialog)).toHaveText(
    'Now theirs: 1 text. Checking your changes…',
  )
  await expect(useTheirs).toBeHidden()
})

// Comes last because it replaces the server.
test('an open page is reloaded once, after the editor has restarted', async ({
  page,
}) => {
  expectError(page, /ERR_CONNECTION|ERR_SOCKET|WebSocket/)
  const panel = await typeTitle(page, 'Kept')
  let loads = 0
  page.on('load', () => loads++)
  await killServer(site.server)

  // Next reloads a page like this once it has given up on the server.
  await page.evaluate(() => location.reload())
  await page.evaluate(() => location.reload())
  await expect(field(panel, 'English')).toHaveValue('Kept')
  await startEditor()

  await expect.poll(() => loads, patience).toBe(1)
  await tool(page, '1 text not saved').click()
  await expect(field(panel, 'English')).toHaveValue('Kept')
  expect(loads).toBe(1)
})
