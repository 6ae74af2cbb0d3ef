import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createElement, type ReactElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { GET as listReports } from '@/app/api/attestations/route'
import { POST } from '@/app/api/operator/reports/route'
import { DraftView } from '@/components/operator/reports/draft-page'
import { ReportList } from '@/components/operator/reports/report-list'
import { maxFileBytes } from '@/lib/attestations/fields'
import { filesFolder } from '@/lib/attestations/files'
import { formatMonth } from '@/lib/attestations/format'
import type { ReportJson } from '@/lib/attestations/json'
import { reportsRevision } from '@/lib/attestations/load'
import { beginDraft, type DraftPage, loadDraft } from '@/lib/console/reports/drafts'
import { listDrafts } from '@/lib/console/reports/store'
import { getDatabase } from '@/lib/database/client'
import { changeEnvironment } from '@/lib/env'
import { loadMessages } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/routing'
import { freshReport, keys, siteRequest, smallPdf } from '../support/attestations'
import { renderIn } from '../support/render'

changeEnvironment({ FILES_FOLDER: join(mkdtempSync(join(tmpdir(), 'console-files-')), 'files') })

/** Sends a form of the console as a browser without JavaScript does, and returns where it leads. */
async function send(fields: Record<string, string>, file?: File | null) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ draft: randomUUID(), ...fields })) form.append(name, value)
  // A browser sends an empty file where none was chosen.
  form.append('file', file ?? new File([], '', { type: 'application/octet-stream' }))
  const sent = new Request('http://localhost:3000/api/operator/reports', { method: 'POST', body: form })
  return answerOf(sent)
}

async function answerOf(sent: Request): Promise<URL> {
  for (const [name, value] of Object.entries(headers)) sent.headers.set(name, value)
  const response = await POST(sent)
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '', 'http://localhost:3000')
}

const headers = { Authorization: `Bearer ${keys.alice}`, 'Sec-Fetch-Site': 'same-origin' }

function change(fields: Record<string, string>): Promise<URL> {
  const body = new URLSearchParams({ language: 'fr', draft: randomUUID(), ...fields }).toString()
  return answerOf(
    siteRequest('POST', '/api/operator/reports', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body,
    }),
  )
}

/** The fields of a form about a report of a month of its own. */
function typedReport(fields: object = {}): Record<string, string> {
  const { sha256: _, ...report } = freshReport(fields)
  return report
}

const pdf = new File([smallPdf], 'Bericht.pdf', { type: 'application/pdf' })

async function render(locale: Locale, element: ReactElement) {
  return renderIn(locale, await loadMessages(locale), element)
}

async function published(): Promise<ReportJson[]> {
  return (await listReports(siteRequest('GET', '/api/attestations?include=history'))).json()
}

beforeEach(async () => {
  const database = await getDatabase()
  await database.attestationDraft.deleteMany({})
})

describe('the form of a report in the console', () => {
  it('publishes a report with the file that came with it, and leaves no draft', async () => {
    const to = await send(typedReport({ intent: 'publish', title: 'Sent with its file', file_url: '' }), pdf)
    expect(to.pathname + to.search).toBe('/operator/reports?done=added')
    const [added] = (await published()).filter(({ title }) => title === 'Sent with its file')
    expect(added?.file_url).toBe(`http://localhost:3000/files/${added?.sha256}.pdf`)
    expect(readdirSync(filesFolder())).toContain(`${added?.sha256}.pdf`)
    expect(await listDrafts()).toEqual([])
  })

  it('publishes one with a file elsewhere, where none was chosen', async () => {
    const to = await send(typedReport({ intent: 'publish', title: 'File elsewhere' }))
    expect(to.search).toBe('?done=added')
  })

  it('keeps all that was typed when something is wrong, and says what', async () => {
    const to = await send(typedReport({ intent: 'publish', title: '', language: 'es' }), pdf)
    expect(to.pathname).toMatch(/^\/es\/operator\/reports\/drafts\/[\w-]+$/)
    expect(to.search).toBe('?problem=fields')
    const draft = await loadDraft(to.pathname.split('/').at(-1) ?? '')
    expect(draft).toMatchObject({
      fields: { title: '', firm: 'Thornquist & Vale LLP', file_url: expect.stringContaining('/files/') },
      problems: { title: ['required'] },
    })
  })

  it.each([
    ['not_pdf', new File(['<html>'.repeat(1000)], 'page.pdf')],
    ['too_large', new File([smallPdf, Buffer.alloc(maxFileBytes)], 'large.pdf')],
  ])('keeps what stands before a file that is refused: %s', async (problem, file) => {
    const to = await send(typedReport({ intent: 'publish', title: 'Typed before' }), file)
    expect(to.search).toBe(`?problem=${problem}`)
    expect((await listDrafts()).map(({ fields }) => fields.title)).toEqual(['Typed before'])
    expect(readdirSync(filesFolder()).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('that breaks off in its file leaves neither file nor draft', async () => {
    const boundary = 'boundary'
    const start = `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nBroken\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7`
    const whole = Buffer.from(start)
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        if (sent++ > 0) controller.error(new Error('gone'))
        else controller.enqueue(whole)
      },
    })
    const before = readdirSync(filesFolder())
    const type = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
    const options = { method: 'POST', headers: { ...headers, ...type }, body, duplex: 'half' }
    const response = await POST(new Request('http://localhost:3000/api/operator/reports', options))
    expect([response.status, await response.json()]).toEqual([400, { error: { code: 'malformed' } }])
    expect(readdirSync(filesFolder())).toEqual(before)
    expect(await listDrafts()).toEqual([])
  })

  it('is one draft, however often publishing fails, with its month in the list', async () => {
    const typed = typedReport({ intent: 'publish', title: '', draft: randomUUID() })
    for (let attempt = 0; attempt < 3; attempt++) {
      const to = await change(typed)
      expect(to.pathname + to.search).toBe(`/fr/operator/reports/drafts/${typed.draft}?problem=fields`)
    }
    const drafts = await listDrafts()
    expect(drafts.map(({ fields }) => fields.report_date)).toEqual([typed.report_date])
    const words = await render('fr', createElement(ReportList, { archive: [], drafts, query: {} }))
    expect(words).toContain(formatMonth('fr', String(typed.report_date)))
  })

  it('larger than a file may be leads back to the draft, and says so', async () => {
    const fields = typedReport({ title: 'Before 30 MB' })
    const to = await send(fields, new File([smallPdf, Buffer.alloc(30 * 1024 * 1024)], 'large.pdf'))
    expect(to.pathname + to.search).toMatch(/^\/operator\/reports\/drafts\/[\w-]+\?problem=too_large$/)
    expect((await listDrafts()).map(({ fields }) => fields.title)).toEqual(['Before 30 MB'])
  })

  it('says that a figure is too long, or has something else than digits', async () => {
    const typed = typedReport({
      intent: 'publish',
      gold_ounces: '1'.repeat(23),
      silver_ounces: '1,5',
      draft: randomUUID(),
    })
    await change(typed)
    expect((await loadDraft(String(typed.draft)))?.problems).toEqual({
      gold_ounces: ['long_figure'],
      silver_ounces: ['invalid_figure'],
    })
  })

  it('asks about a day outside the month, and publishes it once it is confirmed', async () => {
    const typed = typedReport({ intent: 'publish', as_of: '2024-01-31', draft: randomUUID() })
    expect((await change(typed)).search).toBe('?problem=fields')
    const draft = await loadDraft(String(typed.draft))
    expect(draft?.problems).toEqual({ as_of: ['outside_month'] })
    const page = await render(
      'en',
      createElement(DraftView, { draft: draft as DraftPage, query: { problem: 'fields' } }),
    )
    expect(page).toContain('name="as_of_confirmed"')
    expect((await change({ ...typed, as_of_confirmed: 'true' })).search).toBe('?done=added')
  })

  it('asks whether to replace the report that its month has, and replaces it', async () => {
    const typed = typedReport({ title: 'The first of its month' })
    await change({ ...typed, intent: 'publish' })
    const again = { ...typed, title: 'The second', report_date: ` ${typed.report_date} `, draft: randomUUID() }
    expect((await change({ ...again, intent: 'publish' })).search).toBe('?problem=month_published')
    const draft = await loadDraft(again.draft)
    expect(draft?.preview).toMatchObject({ title: 'The second', reportDate: typed.report_date, status: 'current' })
    expect(draft?.sameMonth?.title).toBe('The first of its month')
    const same_month = draft?.sameMonth?.id ?? ''
    expect((await change({ ...again, intent: 'replace', same_month })).search).toBe('?done=added')
    const listed = (await published()).filter(({ report_date }) => report_date === typed.report_date)
    expect(listed.map(({ title, status }) => [title, status])).toEqual([
      ['The second', 'current'],
      ['The first of its month', 'replaced'],
    ])
  })

  it('makes one report of a draft, however often it is sent', async () => {
    const typed = typedReport({ intent: 'publish', title: 'Published once', draft: randomUUID() })
    const sent = await Promise.all([change(typed), change(typed), change(typed)])
    expect(sent.map(({ search }) => search)).toEqual(Array(3).fill('?done=added'))
    expect((await published()).filter(({ title }) => title === 'Published once')).toHaveLength(1)
    expect(await listDrafts()).toEqual([])
    expect((await change({ ...typed, title: 'Changed since' })).search).toBe('?problem=key_reused')
  })

  it('is nothing that the public gets', async () => {
    const before = [await published(), await reportsRevision()]
    await change(typedReport({ intent: 'save', title: 'Not for everybody yet' }))
    expect([await published(), await reportsRevision()]).toEqual(before)
  })

  it('begins as the replacement of a report with its words and figures, without its file', async () => {
    const [replaced] = await published()
    if (!replaced) throw new Error('Nothing is published.')
    const { fields } = await beginDraft(replaced.id)
    expect(fields).toMatchObject({
      title: replaced.title,
      firm: replaced.firm,
      replaces: replaced.id,
      file_url: '',
      sha256: '',
    })
    expect((await beginDraft('unknown')).fields).toMatchObject({ title: '', replaces: '' })
  })
})

describe('a form of the list of reports', () => {
  it('withdraws with a reason, restores, and says when somebody else was quicker', async () => {
    const id = (await published())[0]?.id ?? ''
    expect((await change({ intent: 'withdraw', report: id, reason: ' Wrong file. ' })).href).toBe(
      'http://localhost:3000/fr/operator/reports?done=withdrawn',
    )
    const state = async () => (await published()).find((each) => each.id === id)
    expect(await state()).toMatchObject({ status: 'withdrawn', withdrawn_reason: 'Wrong file.' })
    expect((await change({ intent: 'withdraw', report: id })).search).toBe('?problem=already_withdrawn')
    expect((await change({ intent: 'restore', report: id })).search).toBe('?done=restored')
    expect((await change({ intent: 'restore', report: id })).search).toBe('?problem=not_withdrawn')
    expect((await change({ intent: 'withdraw', report: 'unknown' })).search).toBe('?problem=not_found')
  })

  it('deletes a draft once, and does nothing that it does not know', async () => {
    const draft = (await change({ intent: 'save', title: 'Away with it' })).pathname.split('/').at(-1) ?? ''
    expect((await change({ intent: 'discard', draft })).search).toBe('?done=discarded')
    expect((await change({ intent: 'discard', draft })).search).toBe('?problem=not_found')
    for (const name of ['', 'new', '../x']) {
      expect((await change({ intent: 'save', draft: name })).search).toBe('?problem=malformed')
    }
    for (const intent of ['', 'toString', '__proto__', 'erase']) {
      expect((await change({ intent })).search).toBe('?problem=malformed')
    }
  })
})
