import { expect } from '@playwright/test'
import { htmlReport } from '@/scripts/copy/report-html'
import type { Finding } from '@/scripts/copy/types'
import { expectAccessible, test } from '../support/page'

const place = { file: 'messages/fr.json', line: 50, column: 5, pages: ['/fr'] }
const findings: Finding[] = [
  {
    ...place,
    level: 'error',
    rule: 'stale',
    locale: 'fr',
    key: 'Hero.title',
    text: 'Or',
    problem: 'Old.',
    fix: 'Do.',
  },
  {
    ...place,
    level: 'error',
    rule: 'length',
    locale: 'es',
    key: 'Hero.body',
    text: 'Oro',
    problem: 'Long.',
    fix: 'Cut.',
  },
  { ...place, level: 'note', rule: 'specification', locale: 'en', key: 'Steps', problem: 'Five.', fix: 'Nothing.' },
]

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the report on the copy can be read and filtered, in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setContent(htmlReport(findings))
    await expectAccessible(page)
    await expect(page.getByRole('article')).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Español' }).uncheck()
    await expect(page.getByRole('heading', { name: 'Hero.body' })).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Hero.title' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'To know' }).uncheck()
    await expect(page.getByRole('heading', { name: 'To know' })).toBeHidden()
    await page.getByRole('checkbox', { name: 'Español' }).check()
    await expect(page.getByRole('heading', { name: 'Hero.body' })).toBeVisible()
    await expect(page.getByText('messages/fr.json:50:5').first()).toBeVisible()
  })
}
