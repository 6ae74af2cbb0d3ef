import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { formatMonth } from '@/lib/attestations/format'
import { addMonths, currentMonth } from '@/lib/attestations/month'
import { cachePolicies } from '@/lib/http/cache-policy'
import type { Locale } from '@/lib/i18n/routing'
import { validReport } from '../support/attestations'
import { catalog, expectAccessible, expectError, holdBack, hydrated, localizedPath, test } from '../support/page'
import { freeMonth, publishReport } from '../support/reports'
import { operatorKey } from '../support/server'

const wrongKey = 'wrong-key-0123456789-0123456789-abcdef'
const path = '/attestations'

function wordsOf(locale: Locale) {
  return catalog(locale).Attestations
}

function listOf(page: Page, locale: Locale) {
  return page.getByRole('region', { name: wordsOf(locale).listTitle, exact: true })
}

function reportOf(page: Page, locale: Locale, title: string) {
  return listOf(page, locale).getByRole('listitem').filter({ hasText: title })
}

/** Opens a row, and in it what a visitor finds the control to delete in. */
async function openManage(report: Locator, locale: Locale) {
  const manage = report.getByText(wordsOf(locale).manage, { exact: true })
  await expect(manage).toHaveCount(1)
  if (!(await manage.isVisible())) await report.locator('summary').first().click()
  await manage.click()
}

async function giveKey(page: Page, locale: Locale, key: string) {
  const words = wordsOf(locale).operatorActions.key
  const dialog = page.getByRole('dialog', { name: words.title })
  await dialog.getByLabel(words.label).fill(key)
  await dialog.getByRole('button', { name: words.submit }).click()
  return dialog
}

async function fillForm(page: Page, locale: Locale, values: Record<string, string>) {
  const { fields } = wordsOf(locale).operatorActions
  for (const [name, value] of Object.entries(values)) {
    await page.getByRole('textbox', { name: fields[name as keyof typeof fields] }).fill(value)
  }
}

for (const locale of ['en', 'fr'] as const) {
  const { operatorActions, ...words } = wordsOf(locale)

  test(`a report is added and deleted in ${locale}`, async ({ page, request }) => {
    expectError(page, /401/)
    const title = `Rapport ${randomUUID()}`
    await page.goto(localizedPath(locale, path))
    const list = listOf(page, locale)
    await expect(list.getByText(words.manage, { exact: true })).toHaveCount(await list.locator('.report-month').count())
    await expect(list.getByRole('button').filter({ visible: true })).toHaveText([operatorActions.add])
    await list.getByRole('button', { name: operatorActions.add, exact: true }).click()
    const toggle = page.getByRole('button', { name: operatorActions.cancel, exact: true })
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')

    // Mistakes are told beside their fields.
    const future = addMonths(currentMonth(), 1)
    await fillForm(page, locale, { report_date: future, file_url: 'javascript:alert(1)' })
    const submit = page.getByRole('button', { name: operatorActions.add, exact: true })
    await submit.click()
    for (const [field, description] of [
      ['title', operatorActions.errors.required],
      ['report_date', `${operatorActions.errors.future_month} ${operatorActions.hints.report_date}`],
      ['file_url', `${operatorActions.errors.invalid_url} ${operatorActions.hints.file_url}`],
    ] as const) {
      const box = page.getByRole('textbox', { name: operatorActions.fields[field] })
      await expect(box).toHaveAccessibleDescription(description)
    }
    await expectAccessible(page)
    await fillForm(page, locale, { file_url: 'data:text/html,x', report_date: '2025-13' })
    await expect(page.getByText(operatorActions.errors.invalid_month)).toBeVisible()
    await expect(page.getByText(operatorActions.errors.invalid_url)).toBeVisible()
    await fillForm(page, locale, { report_date: '1900-01' })
    await expect(page.getByRole('textbox', { name: operatorActions.fields.report_date })).toHaveAccessibleDescription(
      `${operatorActions.errors.before_founding} ${operatorActions.hints.report_date}`,
    )

    // The operator's key is asked for, and what was typed is then sent.
    const { file_url, description } = validReport
    const report_date = await freeMonth(request)
    await fillForm(page, locale, { title, report_date, file_url, description })
    await submit.click()
    const dialog = await giveKey(page, locale, wrongKey)
    await expect(dialog.getByRole('alert')).toHaveText(operatorActions.key.wrong)
    await expectAccessible(page)
    const release = await holdBack(page, '/api/attestations')
    await giveKey(page, locale, operatorKey)
    await expect(page.getByRole('button', { name: operatorActions.adding })).toBeDisabled()
    release()
    await expect(page.getByRole('status').filter({ hasText: operatorActions.added })).toBeVisible()
    const report = reportOf(page, locale, title)
    await expect(report).toContainText(formatMonth(locale, report_date))
    await expect(report).toContainText(description)
    await expect(report.getByRole('link', { name: title })).toHaveAttribute('href', file_url)
    await expect(page.getByRole('button', { name: operatorActions.add, exact: true })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
    await expectAccessible(page)

    // Deleting asks first.
    const remove = page.getByRole('button', { name: operatorActions.deleteLabel.replace('{title}', title) })
    await remove.click()
    const question = page.getByRole('dialog', { name: operatorActions.deleteQuestion, exact: true })
    await expect(question).toContainText(operatorActions.deleteNote)
    await expectAccessible(page)
    await question.getByRole('button', { name: operatorActions.cancel }).click()
    await expect(remove).toBeFocused()
    await remove.click()
    await question.getByRole('textbox', { name: operatorActions.reason }).fill('Brouillon')
    await question.getByRole('button', { name: operatorActions.delete, exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: operatorActions.deleted })).toBeVisible()
    await expect(report).toHaveCount(0)

    // The withdrawn report is listed, and comes back.
    const history = page.getByRole('region', { name: words.historyTitle, exact: true })
    await history.locator('summary').first().click()
    const gone = history.getByRole('listitem').filter({ hasText: title })
    await expect(gone.getByText(words.withdrawnReason.replace('{reason}', 'Brouillon'))).toBeVisible()
    await expectAccessible(page)
    await expect(gone.getByRole('button')).toHaveCount(0)

    // Signed out, a change needs the key again; without it the failure is shown.
    const next = await publishReport(request, { title: `Suivant ${randomUUID()}` })
    await page.reload()
    await page.getByRole('button', { name: operatorActions.signOut }).click()
    await expect(page.getByText(operatorActions.signedIn.replace('{operator}', 'tester'))).toBeHidden()
    const other = reportOf(page, locale, next.title)
    await expect(other.getByText(words.manage, { exact: true })).toHaveCount(1)
    await hydrated(page)
    await openManage(other, locale)
    await page.getByRole('button', { name: operatorActions.deleteLabel.replace('{title}', next.title) }).click()
    await question.getByRole('button', { name: operatorActions.delete, exact: true }).click()
    await page.getByRole('dialog', { name: operatorActions.key.title }).press('Escape')
    await expect(page.getByRole('alert').filter({ hasText: operatorActions.deleteFailed })).toBeVisible()
    await expect(other).toBeVisible()
  })

  test(`a failed addition is told in ${locale}, loses nothing and can be repeated`, async ({ page, request }) => {
    expectError(page, /ERR_FAILED|401/)
    const title = `Rapport ${randomUUID()}`
    const { file_url } = validReport
    const report_date = await freeMonth(request)
    await page.goto(localizedPath(locale, path))
    await page.getByRole('button', { name: operatorActions.add, exact: true }).click()
    await fillForm(page, locale, { title, report_date, file_url, gold_ounces: '1.5', gold_tokens: '1', firm: 'A' })
    await page.getByLabel(operatorActions.fields.as_of).fill(`${report_date}-28`)
    let sent = 0
    await page.route('/api/attestations', (route) => (sent++ === 0 ? route.abort() : route.continue()))
    const submit = page.getByRole('button', { name: operatorActions.add, exact: true })
    await submit.click()
    await expect(page.getByRole('alert').filter({ hasText: operatorActions.addFailed })).toBeVisible()
    await expect(page.getByRole('textbox', { name: operatorActions.fields.title })).toHaveValue(title)
    await submit.click()
    await giveKey(page, locale, operatorKey)
    await expect(reportOf(page, locale, title)).toContainText(words.coverage.replace('{share}', '150'))
  })
}

test('a form that cannot be loaded says so, and is there with the next attempt', async ({ page }) => {
  expectError(page, /ERR_FAILED|Failed to load/)
  const { operatorActions } = wordsOf('fr')
  await page.goto(localizedPath('fr', path))
  await hydrated(page)
  await page.route(/\/_next\/static\/chunks\//, (route) => route.abort())
  const add = page.getByRole('button', { name: operatorActions.add, exact: true })
  await add.click()
  await expect(page.getByRole('alert').getByText(operatorActions.addFailed)).toBeVisible()
  await page.unroute(/\/_next\/static\/chunks\//)
  await add.click()
  await expect(page.getByRole('textbox', { name: operatorActions.fields.title })).toBeVisible()
  await expect(page.getByText(operatorActions.addFailed)).toBeHidden()
})

test('while the list is fetched anew the page says so', async ({ page, request, baseURL }) => {
  const { operatorActions } = wordsOf('en')
  const title = `Loading ${randomUUID()}`
  await publishReport(request, { title })
  await page.goto(path)
  await page.context().addCookies([await sessionOf(baseURL)])
  const release = await holdBack(page, /_rsc=/)
  await openManage(reportOf(page, 'en', title), 'en')
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: operatorActions.delete, exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: operatorActions.loading })).toBeVisible()
  release()
  await expect(page.getByRole('status').filter({ hasText: operatorActions.deleted })).toBeVisible()
})

// Without a cookie jar: signing in ends the session that came with the request.
async function sessionOf(site = '') {
  const answer = await fetch(`${site}/api/operator/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key: operatorKey }),
  })
  const [name = '', value = ''] = answer.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? []
  return { name, value, url: `${site}/` }
}

test('two operators who delete one report at once both see it gone', async ({ browser, request, baseURL }) => {
  const { operatorActions } = wordsOf('en')
  const title = `Twice ${randomUUID()}`
  await publishReport(request, { title })
  const pages = await Promise.all(
    [1, 2].map(async () => {
      const context = await browser.newContext({ baseURL })
      await context.addCookies([await sessionOf(baseURL)])
      const page = await context.newPage()
      await page.goto(path)
      await hydrated(page)
      await page.getByRole('button', { name: `Delete ${title}` }).click()
      return page
    }),
  )
  await Promise.all(
    pages.map((page) =>
      page.getByRole('dialog').getByRole('button', { name: operatorActions.delete, exact: true }).click(),
    ),
  )
  for (const page of pages) {
    await expect(reportOf(page, 'en', title)).toHaveCount(0)
    await expect(page.getByRole('alert').filter({ hasText: operatorActions.deleteFailed })).toHaveCount(0)
    await page.context().close()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const locale of ['en', 'fr'] as const) {
    test(`the list and its history can be read in ${locale}`, async ({ page, request }) => {
      const words = wordsOf(locale)
      const title = `Plain ${randomUUID()}`
      const { report_date } = await publishReport(request, { title })
      const answer = await page.goto(localizedPath(locale, path))
      expect(answer?.headers()['cache-control']).toBe(cachePolicies.page)
      const report = reportOf(page, locale, title)
      await expect(report).toBeVisible()
      await expect(report).toContainText(formatMonth(locale, report_date))
      await report.locator('summary').first().click()
      await expect(report.locator('.digits')).toHaveText(/^[\da-f]{64}$/)
      await expect(page.locator('#check').getByText('shasum -a 256 FILE')).toBeVisible()
      await expect(page.locator('#check').getByText('Get-FileHash -Algorithm SHA256 FILE')).toBeVisible()
      await expect(page.getByRole('button', { name: words.operatorActions.add, exact: true })).toBeHidden()
      await expect(report.getByText(words.manage, { exact: true })).toBeHidden()
      await expect(page.getByRole('heading', { name: words.provesNotTitle })).toBeVisible()
    })
  }
})

test.describe('checking a file', () => {
  // The tools appear with the first report.
  test.beforeEach(async ({ request }) => {
    await publishReport(request)
  })

  function fileOf(content: string | Buffer, name = 'report.pdf') {
    const file = join(mkdtempSync(join(tmpdir(), 'report-')), name)
    writeFileSync(file, content)
    return { file, sha256: createHash('sha256').update(content).digest('hex') }
  }

  for (const locale of ['en', 'fr'] as const) {
    test(`says in ${locale} which report it is, or none, and sends nothing`, async ({ page, request }) => {
      const { check } = wordsOf(locale)
      const title = `Checked ${randomUUID()}`
      const known = fileOf(`content of ${title}`)
      const { report_date } = await publishReport(request, { title, sha256: known.sha256 })
      await page.goto(localizedPath(locale, path))
      const sent: string[] = []
      page.on('request', (sending) => sending.method() !== 'GET' && sent.push(sending.url()))
      const month = formatMonth(locale, report_date)
      await page.getByLabel(check.choose).setInputFiles(known.file)
      const name = 'report.pdf'
      await expect(page.getByText(fill(check.current, { name, title, month }))).toBeVisible()
      await expect(page.getByRole('status').getByText(known.sha256)).toBeVisible()
      await page.getByLabel(check.choose).setInputFiles(fileOf('changed').file)
      await expect(page.getByText(fill(check.unknown, { name }))).toBeVisible()
      expect(sent).toEqual([])
      await expectAccessible(page)
    })
  }

  test('takes a dropped file', async ({ page }) => {
    const { check } = wordsOf('en')
    await page.goto(path)
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['dropped'], 'dropped.pdf'))
      return transfer
    })
    const input = page.getByLabel(check.choose)
    // A drop on the field itself is the browser's own doing; a script can only hand over its outcome.
    await input.evaluate((element, transfer) => {
      const field = element as HTMLInputElement
      field.files = transfer.files
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }, dropped)
    await expect(page.getByText(fill(check.unknown, { name: 'dropped.pdf' }))).toBeVisible()
    // At one moment: a font that comes between two would change them.
    const difference = await input.evaluate((area) => {
      return (area.closest('.drop-zone')?.getBoundingClientRect().height ?? 0) - area.getBoundingClientRect().height
    })
    expect(Math.abs(difference)).toBeLessThan(4)
  })

  test('tells of the file that was chosen last, and tries the same one again', async ({ page }) => {
    expectError(page, /ERR_FAILED/)
    const { check } = wordsOf('en')
    const [first, second] = [fileOf('first', 'first.pdf'), fileOf('second', 'second.pdf')]
    const held: Route[] = []
    await page.goto(path)
    await page.route(/\/api\/attestations\?/, (route) => void held.push(route))
    await page.getByLabel(check.choose).setInputFiles(first.file)
    await expect.poll(() => held.length).toBe(1)
    await page.getByLabel(check.choose).setInputFiles(second.file)
    await expect.poll(() => held.length).toBe(2)
    await held[1]?.abort()
    const unavailable = fill(check.unavailable, { name: 'second.pdf' })
    await expect(page.getByText(unavailable)).toBeVisible()
    // The slower answer is about the file before.
    await held[0]?.continue()
    await page.getByLabel(check.choose).setInputFiles(second.file)
    await expect.poll(() => held.length).toBe(3)
    await held[2]?.continue()
    await expect(page.getByText(fill(check.unknown, { name: 'second.pdf' }))).toBeVisible()
    await expect(page.getByText('first.pdf')).toHaveCount(0)
  })

  test('hashes 50 MB without freezing the page', async ({ page }) => {
    const { check } = wordsOf('en')
    const large = fileOf(Buffer.alloc(50 * 1024 * 1024, 'x'), 'large.pdf')
    await page.goto(path)
    await page.evaluate(() => {
      const counter = window as unknown as { turns: number }
      document.addEventListener('change', () => {
        counter.turns = 0
        setInterval(() => counter.turns++)
      })
    })
    await page.getByLabel(check.choose).setInputFiles(large.file)
    await expect(page.getByRole('status').getByText(large.sha256)).toBeVisible({ timeout: 60_000 })
    // What else the page had to do meanwhile was not kept waiting: in one piece there would be one turn or two.
    expect(await page.evaluate(() => (window as unknown as { turns: number }).turns)).toBeGreaterThan(10)
  })
})

function fill(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

test('the form asks about a day outside the month, and whether to replace the month’s report', async ({
  page,
  request,
  baseURL,
}) => {
  expectError(page, /409/)
  const { operatorActions, ...words } = wordsOf('en')
  const old = await publishReport(request, { title: `Old ${randomUUID()}` })
  const title = `New ${randomUUID()}`
  await page.context().addCookies([await sessionOf(baseURL)])
  await page.goto(path)
  await page.getByRole('button', { name: operatorActions.add, exact: true }).click()
  const { file_url } = validReport
  await fillForm(page, 'en', { title, report_date: old.report_date, file_url })
  const day = page.getByLabel(operatorActions.fields.as_of)
  await day.fill('2020-01-31')
  const add = page.getByRole('button', { name: operatorActions.add, exact: true })
  await add.click()
  await expect(day).toHaveAccessibleDescription(operatorActions.errors.outside_month)
  await page.getByRole('checkbox', { name: operatorActions.fields.as_of_confirmed }).check()
  await add.click()
  await expect(page.getByText(operatorActions.monthPublished)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: operatorActions.replaceIt }).click()
  await expect(page.getByRole('status').filter({ hasText: operatorActions.added })).toBeVisible()
  const report = reportOf(page, 'en', title)
  await expect(report).toContainText('Figures as of January 31, 2020')
  await expect(reportOf(page, 'en', old.title)).toHaveCount(0)
  // The link leads into the disclosure, which opens for it.
  await report.getByRole('link', { name: words.replaces.split('{')[0] }).click()
  const history = page.getByRole('region', { name: words.historyTitle, exact: true })
  await expect(history.getByRole('listitem').filter({ hasText: old.title })).toBeVisible()
  await expect(history.getByText(old.title, { exact: true })).toBeVisible()
})

test('markup in every field stays text, on the page and in its dialogs', async ({ page, request }) => {
  const marks = [
    '<script>window.attacked = 1</script>',
    '<img src=x onerror="window.attacked = 1">',
    '"><svg onload=window.attacked=1>',
    "'-window.attacked=1-'",
    '{{constructor.constructor("window.attacked=1")()}}',
    '</title></script><script>window.attacked = 1</script>',
  ].join(' ')
  const id = randomUUID()
  const title = `XSS ${id} ${marks}`.slice(0, 200)
  const file_url = `https://files.example/"><script>window.attacked=1</script>#${encodeURIComponent(marks)}`
  const fields = { title, description: marks, firm: marks.slice(0, 200), file_url }
  await publishReport(request, fields)
  const { id: gone } = await publishReport(request, { ...fields, title: `Gone ${title}`.slice(0, 200) })
  const headers = { Authorization: `Bearer ${operatorKey}` }
  await request.delete(`/api/attestations/${gone}`, { headers, data: { reason: marks } })
  for (const address of [path, '/fr/attestations']) {
    await page.goto(address)
    const list = page.locator('#reports')
    await openManage(list.locator('.report').filter({ hasText: title }), address === path ? 'en' : 'fr')
    await expect(list.getByText(title, { exact: true })).toBeVisible()
    await expect(list.getByText(marks, { exact: true }).filter({ visible: true }).first()).toBeVisible()
    await page.locator('#withdrawn summary').first().click()
    await expect(page.locator('#withdrawn').getByText(marks).filter({ visible: true }).first()).toBeVisible()
    await list.locator('.report').filter({ hasText: title }).getByRole('button').click()
    await expect(page.getByRole('dialog')).toContainText(title)
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => 'attacked' in window)).toBe(false)
    expect(
      await page.locator('main script:not([type="application/ld+json"]), main img, main svg[onload]').count(),
    ).toBe(0)
  }
  for (const feed of ['/attestations.atom', '/attestations.feed.json', '/attestations.csv', '/api/attestations']) {
    const answer = await request.get(feed)
    expect(answer.headers()['content-type']).not.toContain('html')
  }
  const wellFormed = await page.evaluate(async () => {
    const text = await (await fetch('/attestations.atom')).text()
    return new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror') === null
  })
  expect(wellFormed).toBe(true)
})

test('each form of the list is linked from the page, in its language', async ({ page, request }) => {
  await page.goto('/fr/attestations')
  const { data } = wordsOf('fr')
  for (const [name, type] of [
    [data.csv, 'text/csv'],
    [data.json, 'application/json'],
    [data.jsonFeed, 'application/feed+json'],
    [data.atom, 'application/atom+xml'],
  ] as const) {
    const href = await page.getByRole('link', { name, exact: true }).getAttribute('href')
    const answer = await request.get(href ?? '')
    expect([answer.status(), answer.headers()['content-type']?.split(';')[0]]).toEqual([200, type])
  }
  await expect(page.locator('head link[type="application/atom+xml"]')).toHaveAttribute(
    'href',
    /\/fr\/attestations\.atom$/,
  )
})
