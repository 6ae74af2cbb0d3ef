import { spawnSync } from 'node:child_process'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility'
import { patience } from '../support/development'
import {
  field,
  headline,
  open,
  panelOf,
  save,
  saveButton,
  status,
  tool,
  toolbar,
  typeTitle,
  typeTitles,
} from '../support/edit-page'
import { type Editor, linesOf, test } from '../support/editor'
import { expectError } from '../support/page'
import { makeScratchFolder } from '../support/scratch'

const proposeButton = (dialog: Locator) =>
  dialog.getByRole('button', { name: 'Propose', exact: true })

const messageField = (dialog: Locator) =>
  dialog.getByRole('textbox', { name: 'What did you change?' })

const latestButton = (dialog: Locator) =>
  dialog.getByRole('button', { name: 'Get the latest texts' })

/** Opens the list of changes, in which one text has changed. */
async function openChanges(page: Page) {
  await tool(page, 'Changes (1)').click()
  return panelOf(page, 'Changes')
}

test('the list of changes compares the texts', async ({ page }) => {
  await save(await typeTitles(page))

  const dialog = await openChanges(page)

  await expect(dialog.getByRole('deletion').first()).toContainText(
    'Vaulted',
    patience,
  )
  await expectAccessible(page)
})

test('the list of changes opens a changed text', async ({ page }) => {
  const panel = await typeTitles(page)
  await save(panel)
  const dialog = await openChanges(page)

  await dialog.getByRole('button', { name: headline }).click()

  await expect(field(panel, 'English')).toBeFocused()
})

test('changes are listed while they are being checked', async ({ page }) => {
  await save(await typeTitle(page, 'Gold for banks'))
  await page.route('**/_edit/proposal', () => {})

  const dialog = await openChanges(page)

  await expect(dialog.getByRole('insertion')).toHaveText('Gold for banks')
  await expect(status(dialog)).toHaveText('Checking your changes…')
})

/** Saves a headline with an error and opens the list of changes. */
async function listChangesWithError(page: Page) {
  expectError(page, /422/)
  const panel = await typeTitle(page, 'Guaranteed gold')
  await saveButton(panel).click()
  await expect(status(panel)).toContainText('Not saved.')
  await saveButton(panel).click()
  await expect(status(panel)).toContainText('Saved, with ')
  const dialog = await openChanges(page)
  await expect(dialog).toContainText('before you propose:', patience)
  return { panel, dialog }
}

test('changes with errors cannot be proposed', async ({ page }) => {
  const { dialog } = await listChangesWithError(page)

  await expect(proposeButton(dialog)).toBeDisabled()
  await expect(status(dialog)).toContainText('to fix before you propose.')
  await expectAccessible(page)
})

test('changes can be proposed once their errors are fixed', async ({
  page,
  editor,
}) => {
  const { panel, dialog } = await listChangesWithError(page)
  await dialog.getByRole('button', { name: `${headline} · English` }).click()
  await field(panel, 'English').fill('Gold')
  await field(panel, 'Spanish').fill('El oro')
  await saveButton(panel).click()
  await expect.poll(() => editor.catalog('es').Hero.title).toBe('El oro')
  await expect(saveButton(panel)).toBeDisabled()

  await openChanges(page)

  await expect(messageField(dialog)).toBeVisible()
  await expect(proposeButton(dialog)).toBeEnabled()
})

test('the list of changes contains warnings', async ({ page }) => {
  await save(await typeTitle(page, 'Gold for insitutions'))

  const dialog = await openChanges(page)

  await expect(dialog).toContainText('Check 1 warning before you propose:')
  await expect(dialog).toContainText('“insitutions” is not in the dictionary.')
})

/** Saves a headline without its French translation. */
async function saveWithoutFrench(page: Page) {
  const panel = await typeTitle(page, 'Gold')
  await field(panel, 'Spanish').fill('El oro')
  await save(panel)
}

test('a missing translation can follow in a later proposal', async ({
  page,
}) => {
  await saveWithoutFrench(page)

  const dialog = await openChanges(page)

  await expect(dialog).toContainText('can follow in a later proposal')
  await expect(
    dialog.getByRole('button', { name: `${headline} · French` }),
  ).toBeVisible()
  await expectAccessible(page)
})

test('a double click on Propose commits once', async ({ page, editor }) => {
  await saveWithoutFrench(page)
  const dialog = await openChanges(page)
  await messageField(dialog).fill('A shorter headline')

  await proposeButton(dialog).dblclick()

  await expect(status(dialog)).toHaveText(
    'The proposal stays on this computer.',
  )
  await expect(dialog).toContainText('Ask a developer')
  await expect(dialog.getByRole('button', { name: headline })).toBeVisible()
  expect(linesOf(editor.git('log', '--format=%an <%ae> %s', 'main..'))).toEqual(
    ['Tess Ting <tess@example.com> A shorter headline'],
  )
})

test('the latest texts cannot be fetched without a remote', async ({
  page,
}) => {
  expectError(page, /409 \(Conflict\)/)
  await open(page, '/')
  await tool(page, 'Changes').click()
  const dialog = panelOf(page, 'Changes')

  await latestButton(dialog).click()

  await expect(status(dialog)).toContainText(
    'does not know where the published texts are',
  )
})

/** Publishes another headline from a second branch. */
function publishHeadline(editor: Editor, text: string) {
  const { git } = editor
  const remote = makeScratchFolder('edit-remote-')
  const { title } = editor.catalog('en').Hero
  spawnSync('git', ['init', '--quiet', '--bare', remote])
  git('remote', 'add', 'origin', remote)
  git('push', '--quiet', 'origin', 'main')
  git('checkout', '--quiet', '-b', 'theirs')
  editor.replaceInCatalog('en', `"title": "${title}"`, `"title": "${text}"`)
  git('commit', '--quiet', '--all', '--message=Published')
  git('push', '--quiet', 'origin', 'theirs:main')
  git('checkout', '--quiet', 'main')
}

/** Saves a headline after someone else has published another. */
async function changeAfterPublication(page: Page, editor: Editor) {
  publishHeadline(editor, 'Gold for all')
  await save(await typeTitle(page, 'Gold for banks'))
  return openChanges(page)
}

const closeButton = (dialog: Locator) =>
  dialog.getByRole('button', { name: 'Close' })

/** Proposes the headline and opens the list of changes again. */
async function reopenAfterProposing(page: Page, editor: Editor) {
  const dialog = await changeAfterPublication(page, editor)
  await proposeButton(dialog).click()
  await expect(status(dialog)).toHaveText('Proposed.')
  await closeButton(dialog).click()
  await tool(page, 'Changes').click()
  await expect(latestButton(dialog)).toBeVisible(patience)
  return dialog
}

/** Proposes the headline and merges the published headline. */
async function proposeAndGetLatest(page: Page, editor: Editor) {
  const dialog = await reopenAfterProposing(page, editor)
  await latestButton(dialog).click()
  await expect(status(dialog)).toContainText('yours were kept')
  await expect(dialog).not.toContainText('Checking your changes…', patience)
  return dialog
}

const useTheirsButton = (dialog: Locator) =>
  dialog.getByRole('button', { name: 'Use theirs' })

test('the editor warns that someone else has published the same text', async ({
  page,
  editor,
}) => {
  const dialog = await changeAfterPublication(page, editor)

  await expect(dialog).toContainText(
    `Someone else has since changed: ${headline}.`,
  )
})

test('the list of changes says that merged texts have not been sent', async ({
  page,
  editor,
}) => {
  const dialog = await proposeAndGetLatest(page, editor)

  await expect(dialog).toContainText('Parts of it have not been sent yet')
  await expectAccessible(page)
})

test('a reloaded page says whose version of a conflicting text was kept', async ({
  page,
  editor,
}) => {
  await proposeAndGetLatest(page, editor)

  await page.reload()

  await expect(status(toolbar(page))).toContainText(
    `Someone else changed these texts, too, and yours were kept: ${headline}.`,
  )
  await expectAccessible(page)
})

test('“Use theirs” takes the other version of a conflicting text', async ({
  page,
  editor,
}) => {
  const dialog = await proposeAndGetLatest(page, editor)

  await useTheirsButton(dialog).click()

  await expect(
    dialog.getByText('Changes from your version to theirs:'),
  ).toBeHidden()
  expect(editor.catalog('en').Hero.title).toBe('Gold for all')
})

test('OK dismisses the message about a conflicting text', async ({
  page,
  editor,
}) => {
  const dialog = await proposeAndGetLatest(page, editor)
  await useTheirsButton(dialog).click()
  await expect(useTheirsButton(dialog)).toBeHidden()
  await closeButton(dialog).click()

  await tool(page, 'OK').click()

  await expect(status(toolbar(page))).toHaveText('')
})

test('other versions can be taken before the check of all texts ends', async ({
  page,
  editor,
}) => {
  const dialog = await reopenAfterProposing(page, editor)
  await page.route('**/_edit/proposal', () => {})
  await latestButton(dialog).click()

  await useTheirsButton(dialog).click()

  await expect(status(dialog)).toHaveText(
    'Now theirs: 1 text. Checking your changes…',
  )
  await expect(useTheirsButton(dialog)).toBeHidden()
})
