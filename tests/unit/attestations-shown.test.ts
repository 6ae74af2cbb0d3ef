import { createElement, type ReactElement } from 'react'
import { expect, it } from 'vitest'
import { ReservesSection } from '@/components/attestations/reserves'
import { toArchive } from '@/lib/attestations/archive'
import { formatMonth } from '@/lib/attestations/format'
import { addMonths, currentMonth } from '@/lib/attestations/month'
import { selectPage } from '@/lib/attestations/pages'
import { loadMessages } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'
import { renderIn } from '../support/render'
import { storedReport } from '../support/reports'

const newest = addMonths(currentMonth(), -2)
const months = [0, 1, 3].map((back) => addMonths(newest, -back))
const noFigures = { goldOunces: null, goldTokens: null, asOf: null, firm: null }
const archive = toArchive([
  storedReport('a', months[0] ?? '', { goldOunces: '90', asOf: '2024-01-31' }),
  storedReport('b', months[1] ?? '', noFigures),
  storedReport('c', months[2] ?? ''),
])

const text = (html: string) => html.replace(/<[^>]+>/g, '\n')

it.each(routing.locales)('says in %s which months lack a report, and which reports lack figures', async (locale) => {
  const messages = await loadMessages(locale)
  const { legendGap, noReport } = messages.Attestations
  const html = await render(locale, createElement(ReservesSection, { page: pageOf() }))
  const rows = html.split('<tr').map(text)
  const rowOf = (month: string) => rows.find((row) => row.includes(formatMonth(locale, month)))
  expect(rowOf(months[1] ?? '')).toContain(legendGap)
  expect(rowOf(addMonths(newest, -2))).toContain(noReport)
})

it.each(routing.locales)(
  'marks in %s a coverage below 100 % in words, and names the day of the figures',
  async (locale) => {
    const { belowShort } = (await loadMessages(locale)).Attestations
    const html = await render(locale, createElement(ReservesSection, { page: pageOf() }))
    const [, headline = ''] = html.match(/<figcaption(.*?)<\/figcaption>/s) ?? []
    expect(headline).toContain('coverage-low')
    expect(text(headline)).toContain(belowShort)
    expect(text(headline)).toContain('2024')
    expect(
      html
        .split('<tr')
        .slice(1)
        .filter((row) => row.includes('coverage-low')),
    ).toHaveLength(1)
  },
)

function pageOf() {
  const page = selectPage(archive)
  if (!page) throw new Error('There is no page of the latest reports.')
  return page
}

async function render(locale: (typeof routing.locales)[number], element: ReactElement) {
  return renderIn(locale, await loadMessages(locale), element)
}
