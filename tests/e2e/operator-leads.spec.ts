import { randomUUID } from 'node:crypto'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import { consolePaths, leadPath } from '@/lib/operator/console-paths'
import { validContact } from '../support/contact'
import { expectToFit } from '../support/layout'
import { catalog, expectAccessible, localizedPath, test } from '../support/page'
import { operatorKey } from '../support/server'

/** Stores a lead as a server of the operator's sends it, and returns its id. */
async function saveLead(request: APIRequestContext, changes: object): Promise<string> {
  const headers = { Authorization: `Bearer ${operatorKey}` }
  const answer = await request.post('/api/contact', { headers, data: { ...validContact, ...changes } })
  expect(answer.status()).toBe(201)
  return (await answer.json()).id
}

async function signIn(page: Page, path: string) {
  await page.goto(path)
  await page.locator('[name=key]').fill(operatorKey)
  await page.locator('main button[type=submit]').click()
  await expect(page).toHaveURL(path)
}

base.describe('without JavaScript, in French', () => {
  base.use({ javaScriptEnabled: false })

  base('a lead is found, handled, given to somebody, noted and erased', async ({ page, request }) => {
    const words = catalog('fr').OperatorLeads
    const company = `Société Générique ${randomUUID()}`
    const email = `${randomUUID()}@banque.example`
    const id = await saveLead(request, { company, email, message: '<b>Deux\nlignes</b>' })
    await saveLead(request, { company: 'Une autre', email })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await signIn(page, localizedPath('fr', consolePaths.leads))

    await page.getByLabel(words.filters.q).fill(`societe ${company.slice(-12).toUpperCase()}`)
    await button(words.filters.submit).click()
    await expect(page.locator('.leads tbody tr')).toHaveCount(1)
    await page.getByRole('link', { name: company }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(company)
    await expect(page.locator('.lead-message')).toHaveText('<b>Deux\nlignes</b>')
    await expect(page.getByRole('link', { name: email })).toHaveAttribute('href', /^mailto:.+\?subject=.*%3A%20\w{8}$/)

    await button(words.actions.handle).click()
    await expect(page.getByRole('status')).toHaveText(words.done.handled)
    await page.getByLabel(words.actions.owner, { exact: true }).fill('Zoé')
    await button(words.form.save).click()
    await expect(page.getByRole('status')).toHaveText(words.done.saved)

    // Somebody else writes a note meanwhile.
    const headers = { Authorization: `Bearer ${operatorKey}` }
    const data = { note: 'Déjà appelé', previous_note: '' }
    expect((await request.post(`/api/operator/leads/${id}/note`, { headers, data })).status()).toBe(200)
    await page.getByLabel(words.note.label, { exact: true }).fill('À rappeler\nlundi')
    await button(words.form.save).click()
    await expect(page.getByRole('alert')).toHaveText(words.problems.changed)
    await expect(page.getByText(words.form.now.replace('{value}', 'Déjà appelé'))).toBeVisible()
    await expect(page.getByLabel(words.note.label, { exact: true })).toHaveValue('À rappeler\nlundi')
    await button(words.form.save).click()
    await expect(page.getByRole('status')).toHaveText(words.done.saved)
    await expect(page.locator('.lead-history')).toContainText('Zoé')
    await expect(button(words.actions.handle)).toHaveCount(0)

    await page.getByRole('link', { name: words.erase.link }).click()
    await expect(page.locator('#erase')).toContainText(email)
    await button(words.erase.confirm).click()
    await expect(page).toHaveURL(/\/fr\/operator\/leads\?/)
    await expect(page.getByRole('status')).toContainText('2')
    await page.goto(localizedPath('fr', leadPath(id)))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.gone)
  })
})

test('on a phone the list and a lead can be read, and the list exported', async ({ page, request }) => {
  const words = catalog('en').OperatorLeads
  const company = `Long${'winded'.repeat(20)} ${randomUUID()}`
  const id = await saveLead(request, { company })
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, `${consolePaths.leads}?q=${company.slice(-36)}`)
  await expect(page.locator('.leads tbody tr')).toHaveCount(1)
  await expectToFit(page)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: words.export }).click()
  expect((await download).suggestedFilename()).toBe('leads.csv')
  await page.goto(`${leadPath(id)}?step=erase`)
  await expect(page.locator('.lead-history')).toContainText(words.history.received)
  await expectToFit(page)
  await expectAccessible(page)
})
