import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createElement } from 'react'
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
import { freshReport, keys, smallPdf } from '../support/attestations'
import { renderIn } from '../support/render'

changeEnvironment({ FILES_FOLDER: join(mkdtempSync(join(tmpdir(), 'console-files-')), 'files') })

/** Sends a form, by default as without a file, and returns where the answer leads. */
async function send(fields: Record<string, string>, body: BodyInit = new URLSearchParams(fields)): Promise<URL> {
  const response = await POST(requestWith(body))
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '', 'http://localhost:3000')
}

function requestWith(body: BodyInit, headers = {}): Request {
  const own = { Authorization: `Bearer ${keys.alice}`, 'Sec-Fetch-Site': 'same-origin', ...headers }
  const options = { method: 'POST', body, duplex: 'half', headers: own }
  return new Request('http://localhost:3000/api/operator/reports', options)
}

/** Sends a form with a file as a browser without JavaScript does: an empty one where none was chosen. */
function sendWith(file: File, fields: Record<string, string>): Promise<URL> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return send(fields, form)
}

/** The fields of a form about a report of a month of its own. */
function typedReport(fields: object = {}): Record<string, string> {
  const { sha256: _, ...report } = freshReport(fields)
  return { draft: randomUUID(), language: 'fr', ...report }
}

async function published(): Promise<ReportJson[]> {
  return (await listReports(new Request('http://localhost:3000/api/attestations?include=history'))).json()
}

beforeEach(async () => {
  await (await getDatabase()).attestationDraft.deleteMany({})
})

describe('the form of a report in the console', () => {
  it('publishes a report with the file that came with it or is elsewhere, and leaves no draft', async () => {
    const pdf = new File([smallPdf], 'Bericht.pdf', { type: 'application/pdf' })
    const to = await sendWith(pdf, typedReport({ intent: 'publish', title: 'Sent with its file', file_url: '' }))
    expect(to.pathname + to.search).toBe('/fr/operator/reports?done=added')
    const [added] = (await published()).filter(({ title }) => title === 'Sent with its file')
    expect(added?.file_url).toBe(`http://localhost:3000/files/${added?.sha256}.pdf`)
    expect(readdirSync(filesFolder())).toContain(`${added?.sha256}.pdf`)
    const none = new File([], '', { type: 'application/octet-stream' })
    expect((await sendWith(none, typedReport({ intent: 'publish' }))).search).toBe('?done=added')
    expect(await listDrafts()).toEqual([])
  })

  it.each([
    ['not_pdf', new File(['<html>'.repeat(1000)], 'page.pdf')],
    ['too_large', new File([smallPdf, Buffer.alloc(maxFileBytes)], 'large.pdf')],
    // Beyond what is read at all: the intent may follow the file.
    ['too_large', new File([smallPdf, Buffer.alloc(30 * 1024 * 1024)], 'larger.pdf')],
  ])('keeps what was typed before a file that is refused: %s', async (problem, file) => {
    const typed = typedReport({ title: 'Typed before' })
    const to = await sendWith(file, typed)
    expect(to.pathname + to.search).toBe(`/fr/operator/reports/drafts/${typed.draft}?problem=${problem}`)
    expect((await sendWith(file, { ...typed, intent: 'publish' })).search).toBe(`?problem=${problem}`)
    expect(await listDrafts()).toMatchObject([{ fields: { title: 'Typed before' } }])
    expect(readdirSync(filesFolder()).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('that breaks off in its file leaves neither file nor draft', async () => {
    const part = '--boundary\r\nContent-Disposition: form-data; name='
    const start = `${part}"title"\r\n\r\nBroken\r\n${part}"file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7`
    async function* breakOff() {
      yield Buffer.from(start)
      throw new Error('gone')
    }
    const before = readdirSync(filesFolder())
    const headers = { 'Content-Type': 'multipart/form-data; boundary=boundary' }
    const response = await POST(requestWith(Readable.toWeb(Readable.from(breakOff())) as ReadableStream, headers))
    expect([response.status, await response.json()]).toEqual([400, { error: { code: 'malformed' } }])
    expect([readdirSync(filesFolder()), await listDrafts()]).toEqual([before, []])
  })

  it('is one draft, however often publishing fails, with its month in the list and what is wrong', async () => {
    const figures = { gold_ounces: '1'.repeat(23), silver_ounces: '1,5' }
    const typed = typedReport({ intent: 'publish', title: '', ...figures })
    for (let attempt = 0; attempt < 3; attempt++) {
      const to = await send(typed)
      expect(to.pathname + to.search).toBe(`/fr/operator/reports/drafts/${typed.draft}?problem=fields`)
    }
    const drafts = await listDrafts()
    expect(drafts).toHaveLength(1)
    const list = createElement(ReportList, { archive: [], drafts, query: {} })
    expect(renderIn('fr', await loadMessages('fr'), list)).toContain(formatMonth('fr', String(typed.report_date)))
    expect(await loadDraft(String(typed.draft))).toMatchObject({
      fields: { title: '', firm: 'Thornquist & Vale LLP', ...figures },
      problems: { title: ['required'], gold_ounces: ['long_figure'], silver_ounces: ['invalid_figure'] },
    })
  })

  it('asks about a day outside the month, and publishes it once it is confirmed', async () => {
    const typed = typedReport({ intent: 'publish', as_of: '2024-01-31' })
    const { search } = await send(typed)
    const draft = (await loadDraft(String(typed.draft))) as DraftPage
    expect([search, draft.problems]).toEqual(['?problem=fields', { as_of: ['outside_month'] }])
    const page = createElement(DraftView, { draft, query: { problem: 'fields' } })
    expect(renderIn('en', await loadMessages('en'), page)).toContain('name="as_of_confirmed"')
    expect((await send({ ...typed, as_of_confirmed: 'true' })).search).toBe('?done=added')
  })

  it('asks whether to replace the report that its month has, and replaces it', async () => {
    const typed = typedReport({ title: 'The first of its month' })
    await send({ ...typed, intent: 'publish' })
    const again = { ...typed, title: 'The second', report_date: ` ${typed.report_date} `, draft: randomUUID() }
    expect((await send({ ...again, intent: 'publish' })).search).toBe('?problem=month_published')
    const draft = await loadDraft(again.draft)
    const preview = { title: 'The second', reportDate: typed.report_date, status: 'current' }
    expect(draft).toMatchObject({ preview, sameMonth: { title: 'The first of its month' } })
    const same_month = draft?.sameMonth?.id ?? ''
    expect((await send({ ...again, intent: 'replace', same_month })).search).toBe('?done=added')
    const listed = (await published()).filter(({ report_date }) => report_date === typed.report_date)
    const titles = listed.map(({ title, status }) => `${status}: ${title}`)
    expect(titles).toEqual(['current: The second', 'replaced: The first of its month'])
  })

  it('makes one report of a draft, however often it is sent, and nothing public of a saved one', async () => {
    const before = [await published(), await reportsRevision()]
    const typed = typedReport({ intent: 'save', title: 'Published once' })
    await send(typed)
    expect([await published(), await reportsRevision()]).toEqual(before)
    const publish = () => send({ ...typed, intent: 'publish' })
    const sent = await Promise.all([publish(), publish(), publish()])
    expect(sent.map(({ search }) => search)).toEqual(Array(3).fill('?done=added'))
    expect((await published()).filter(({ title }) => title === 'Published once')).toHaveLength(1)
    expect(await listDrafts()).toEqual([])
    expect((await send({ ...typed, intent: 'publish', title: 'Changed since' })).search).toBe('?problem=key_reused')
  })

  it('begins as the replacement of a report with its words and figures, without its file', async () => {
    const { id = '', title, firm } = (await published())[0] ?? {}
    const { fields } = await beginDraft(id)
    expect(fields).toMatchObject({ title, firm, replaces: id, file_url: '', sha256: '' })
    expect((await beginDraft('unknown')).fields).toMatchObject({ title: '', replaces: '' })
  })
})

it('a form of the list withdraws with a reason, restores, and reports that somebody else was quicker', async () => {
  const report = (await published())[0]?.id ?? ''
  const outcomes = {
    withdraw: ['done=withdrawn', 'problem=already_withdrawn'],
    restore: ['done=restored', 'problem=not_withdrawn'],
  }
  for (const [intent, results] of Object.entries(outcomes)) {
    for (const result of results)
      expect((await send({ intent, report, reason: ' Wrong file. ' })).search).toBe(`?${result}`)
    const { status, withdrawn_reason = null } = (await published()).find(({ id }) => id === report) ?? {}
    const expected = intent === 'withdraw' ? ['withdrawn', 'Wrong file.'] : ['current', null]
    expect([status, withdrawn_reason]).toEqual(expected)
  }
  expect((await send({ intent: 'withdraw', report: 'unknown' })).search).toBe('?problem=not_found')
})

it('a form of reports deletes a draft once, and does nothing unknown', async () => {
  const typed = typedReport({ intent: 'save' })
  await send(typed)
  const { draft = '' } = typed
  expect((await send({ intent: 'discard', draft })).search).toBe('?done=discarded')
  expect((await send({ intent: 'discard', draft })).search).toBe('?problem=not_found')
  const malformed = ['', 'new', '../x'].map((draft) => ({ intent: 'save', draft }))
  for (const fields of [...malformed, ...['', 'toString', 'erase'].map((intent) => ({ intent, draft }))])
    expect((await send(fields)).search).toContain('malformed')
})
