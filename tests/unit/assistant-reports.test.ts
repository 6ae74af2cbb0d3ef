import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { POST } from '@/app/api/chatbot/chat/route'
import { formatMonth } from '@/lib/attestations/format'
import { addMonths, currentMonth } from '@/lib/attestations/month'
import { reportSchema, withdrawReport } from '@/lib/attestations/publish'
import { saveReport } from '@/lib/attestations/store'
import { validReport } from '../support/attestations'
import { catalog, type TaughtLocale, taughtLocales } from '../support/catalog'
import { chatMessage, chatRequest } from '../support/chatbot'

type Question = Exclude<keyof ReturnType<typeof catalog>['Facts']['reports'], 'history'>

const monthsAgo = (count: number) => addMonths(currentMonth(), -count)

async function ask(language: TaughtLocale, name: Question): Promise<string> {
  const { question } = catalog(language).Facts.reports[name]
  const response = await POST(chatRequest(chatMessage(question, { language })))
  expect(response.status).toBe(200)
  return (await response.json()).response
}

async function publish(month: string, changes: Partial<typeof validReport> = {}) {
  const fields = { ...validReport, title: `Report ${month}`, report_date: month, as_of: `${month}-28`, ...changes }
  const report = await saveReport(reportSchema.parse(fields), randomUUID(), 'tester')
  if (typeof report === 'string') throw new Error(report)
  return report.id
}

// Each test goes on from the reports of those before it: what was published is never deleted.
describe.sequential.each(taughtLocales)('before the first report, in %s', (language) => {
  it.each<Question>(['latest', 'coverage', 'holdings', 'gaps', 'next'])(
    '%s has no figure and no month',
    async (name) => {
      const answer = await ask(language, name)
      expect(answer).not.toMatch(/\d/)
      expect(answer.length).toBeGreaterThan(30)
    },
  )
})

describe.sequential('with reports', () => {
  const month = (language: TaughtLocale, ago: number) => formatMonth(language, monthsAgo(ago))
  let newest: string

  it('names the latest, its firm, the next one and the figures, in every language', async () => {
    await publish(monthsAgo(4))
    newest = await publish(monthsAgo(2), { gold_ounces: '52000', gold_tokens: '50000' })
    for (const language of taughtLocales) {
      expect(await ask(language, 'latest')).toContain(month(language, 2))
      expect(await ask(language, 'latest')).toContain('Thornquist & Vale LLP')
      expect(await ask(language, 'next')).toContain(month(language, 1))
      expect(await ask(language, 'coverage')).toMatch(/104[.,]00/)
      expect(await ask(language, 'holdings')).toMatch(/52[.,\s\u202f\u00a0]?000/)
    }
  })

  it('names the month without a report', async () => {
    for (const language of taughtLocales) expect(await ask(language, 'gaps')).toContain(month(language, 3))
  })

  it('goes back to the report before one that is withdrawn, and says that one was', async () => {
    for (const language of taughtLocales) expect(await ask(language, 'withdrawn')).not.toMatch(/\d/)
    await withdrawReport(newest, 'tester', 'A page is missing.')
    for (const language of taughtLocales) {
      expect(await ask(language, 'latest')).toContain(month(language, 4))
      expect(await ask(language, 'latest')).not.toContain(month(language, 2))
      expect(await ask(language, 'withdrawn')).not.toBe(catalog(language).Facts.reports.withdrawn.text)
      expect(await ask(language, 'coverage')).not.toMatch(/104[.,]00/)
    }
  })

  it('says that they cannot be read while the database is away, and answers everything else', async () => {
    vi.resetModules()
    vi.stubEnv('DATABASE_URL', `file:${join(tmpdir(), 'no-such-folder', 'site.db')}`)
    const { reply } = await import('@/lib/chatbot/engine/reply')
    for (const language of taughtLocales) {
      const words = catalog(language)
      const { answer } = await reply(words.Facts.reports.latest.question, language)
      expect(answer.response).toBe(words.Attestations.unavailable)
      const other = await reply(words.Facts.token.unit.question, language)
      expect(other.answer.response).toContain('31')
    }
    vi.unstubAllEnvs()
  })
})
