// `npm run guide`: follows docs/editing-copy.md in a real browser, on a copy of the project; draws its pictures into
// docs/images and says how long each task took.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from 'playwright'
import { findBrowser } from './browser.mjs'
import { childEnvironment, fail } from './commands.mjs'
import { copyProject } from './project/copy'
import { withTemporarySite } from './temporary-site'

const images = 'docs/images'
// A page is compiled when it is first opened; whoever edits has it open.
const patience = 120_000

const headline = {
  English: 'Gold and silver in vaults: one token, one troy ounce',
  French: 'Or et argent en chambre forte : un jeton, une once troy',
  Spanish: 'Oro y plata en bóveda: un token, una onza troy',
}

const entry = {
  question: {
    English: 'Can our auditors visit the vault?',
    French: 'Nos auditeurs peuvent-ils visiter la chambre forte ?',
    Spanish: '¿Pueden nuestros auditores visitar la bóveda?',
  },
  answer: {
    English: 'Please ask the institutional team.',
    French: 'Veuillez vous adresser à l’équipe institutionnelle.',
    Spanish: 'Consulte al equipo institucional.',
  },
}

const folder = copyProject()
const outside = mkdtempSync(join(tmpdir(), 'guide-'))
const repository = { GIT_DIR: join(outside, 'work.git'), GIT_WORK_TREE: folder }

try {
  makeRepository()
  await withTemporarySite('scripts/edit.mjs', { ...repository, CI: '1' }, ({ address }) => follow(address), {
    cwd: folder,
  })
} finally {
  for (const made of [folder, outside]) rmSync(made, { recursive: true, force: true })
}

/** With a place to send proposals to, as a clone has. */
function makeRepository() {
  const remote = join(outside, 'remote.git')
  git('init', '--quiet', '--bare', '--initial-branch=main', remote)
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Amélie Martin')
  git('config', 'user.email', 'amelie@bank.example')
  git('add', 'messages', 'scripts/copy', 'lib/seo', 'lib/chatbot/training')
  git('commit', '--quiet', '--message=Texts')
  git('remote', 'add', 'origin', remote)
  git('push', '--quiet', '--set-upstream', 'origin', 'main')
}

function git(...args: string[]) {
  const env = childEnvironment(args.includes('--bare') ? {} : repository)
  const { status, stderr } = spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0) fail(`git ${args[0]}: ${stderr}`)
}

async function follow(address: string) {
  const executablePath = (await findBrowser()) || undefined
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(patience)
    await page.goto(address, { waitUntil: 'networkidle', timeout: patience })
    await time('A headline in three languages', 60, () => changeHeadline(page))
    await time('A question in three languages', 180, () => addQuestion(page))
    await time('A proposal', 60, () => proposeChanges(page))
    await drawOthers(page, address)
  } finally {
    await browser.close()
  }
}

/** Prints how long a task took; a person types more slowly, and reads. */
async function time(task: string, goalSeconds: number, follow: () => Promise<void>) {
  const start = performance.now()
  await follow()
  console.log(`${task}: ${((performance.now() - start) / 1000).toFixed(1)} s (goal: ${goalSeconds} s)`)
}

async function changeHeadline(page: Page) {
  await page.getByRole('heading', { level: 1 }).hover()
  await draw(page, 'edit-hover')
  await page.getByRole('heading', { level: 1 }).click()
  const panel = page.getByRole('dialog', { name: 'Hero.title', exact: true })
  for (const [language, text] of Object.entries(headline)) await type(fieldOf(panel, language, 'text'), text)
  await draw(page, 'edit-panel')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /^Gold and silver in vaults/ }).waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
}

async function addQuestion(page: Page) {
  await page.locator('#faq summary').last().click()
  await page.getByRole('button', { name: 'Add after…' }).click()
  const form = page.getByRole('dialog', { name: 'Add to HomeFaq.items' })
  for (const [field, texts] of Object.entries(entry)) {
    for (const [language, text] of Object.entries(texts)) await type(fieldOf(form, language, field), text)
  }
  await draw(page, 'edit-add')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await page.locator('summary', { hasText: entry.question.English }).waitFor()
  await page.getByRole('button', { name: 'Close' }).last().click()
}

async function proposeChanges(page: Page) {
  await page.getByRole('button', { name: /^Changes/ }).click()
  await page.getByRole('dialog', { name: 'Changes since the last commit' }).locator('ins').first().waitFor()
  await draw(page, 'edit-changes')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Propose the changes' })
  await dialog.getByRole('textbox').first().waitFor()
  await draw(page, 'edit-propose')
  await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
  await dialog.getByText('Proposed.').waitFor()
  await draw(page, 'edit-proposed')
  await page.keyboard.press('Escape')
}

async function drawOthers(page: Page, address: string) {
  await page.getByRole('button', { name: 'Search and replace' }).click()
  const search = page.getByRole('dialog', { name: 'Search and replace' })
  await search.getByLabel('Find').fill('institutional team')
  await search.getByLabel('Replace with').fill('client team')
  await search.getByRole('button', { name: 'Search', exact: true }).click()
  await search.locator('ins').first().waitFor()
  await draw(page, 'edit-search')
  await page.keyboard.press('Escape')
  await page.goto(`${address}/_edit/states`, { waitUntil: 'load' })
  await draw(page, 'edit-states')
}

function fieldOf(inside: Locator, language: string, what: string): Locator {
  return inside.getByRole('textbox', { name: `${language} ${what}`, exact: true })
}

// As fast as quick fingers, 20 keys a second.
async function type(field: Locator, text: string) {
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text, { delay: 50 })
}

async function draw(page: Page, name: string) {
  await page.screenshot({ path: join(images, `${name}.jpg`), quality: 80 })
}
