import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { GET as listReports } from '@/app/api/attestations/route'
import { POST } from '@/app/api/operator/reports/route'
import { listDrafts } from '@/lib/attestations/drafts'
import { maxFileBytes } from '@/lib/attestations/fields'
import { filesFolder } from '@/lib/attestations/files'
import { beginDraft, loadDraft } from '@/lib/console/reports/load-draft'
import { getDatabase } from '@/lib/database/client'
import { changeEnvironment } from '@/lib/env'
import { keys, siteRequest, smallPdf, validReport } from '../support/attestations'

changeEnvironment({ FILES_FOLDER: join(mkdtempSync(join(tmpdir(), 'console-files-')), 'files') })

/** Sends a form of the console as a browser without JavaScript does, and returns where it leads. */
async function send(fields: Record<string, string>, file?: File | null) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
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
  const body = new URLSearchParams({ language: 'fr', ...fields }).toString()
  return answerOf(
    siteRequest('POST', '/api/operator/reports', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body,
    }),
  )
}

const { sha256: _, ...report } = validReport
const pdf = new File([smallPdf], 'Bericht.pdf', { type: 'application/pdf' })

async function published() {
  return (await listReports(siteRequest('GET', '/api/attestations?include=history'))).json()
}

beforeEach(async () => {
  const database = await getDatabase()
  await database.attestationDraft.deleteMany({})
})

describe('the form of a report in the console', () => {
  it('publishes a report with the file that came with it, and leaves no draft', async () => {
    const to = await send({ ...report, intent: 'publish', title: 'Sent with its file', file_url: '' }, pdf)
    expect(to.pathname + to.search).toBe('/operator/reports?done=added')
    const [added] = (await published()).filter(({ title }: { title: string }) => title === 'Sent with its file')
    expect(added.file_url).toBe(`http://localhost:3000/files/${added.sha256}.pdf`)
    expect(readdirSync(filesFolder())).toContain(`${added.sha256}.pdf`)
    expect(await listDrafts()).toEqual([])
  })

  it('publishes one with a file elsewhere, where none was chosen', async () => {
    const to = await send({ ...report, intent: 'publish', title: 'File elsewhere' })
    expect(to.search).toBe('?done=added')
  })

  it('keeps all that was typed when something is wrong, and says what', async () => {
    const to = await send({ ...report, intent: 'publish', title: '', language: 'es' }, pdf)
    expect(to.pathname).toMatch(/^\/es\/operator\/reports\/drafts\/[\w-]+$/)
    expect(to.search).toBe('?problem=fields')
    const draft = await loadDraft(to.pathname.split('/').at(-1) ?? '')
    expect(draft).toMatchObject({
      fields: { title: '', firm: report.firm, file_url: expect.stringContaining('/files/') },
      problems: { title: ['required'] },
      preview: undefined,
    })
  })

  it.each([
    ['not_pdf', new File(['<html>'.repeat(1000)], 'page.pdf')],
    ['too_large', new File([smallPdf, Buffer.alloc(maxFileBytes)], 'large.pdf')],
  ])('keeps what stands before a file that is refused: %s', async (problem, file) => {
    const to = await send({ ...report, intent: 'publish', title: 'Typed before' }, file)
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

  it('is previewed as it will be published, with a warning for a month that has a report', async () => {
    await change({ ...report, intent: 'publish', title: 'The first of its month', report_date: '2024-03' })
    const [first] = (await published()).filter(({ report_date }: { report_date: string }) => report_date === '2024-03')
    const to = await change({ ...report, intent: 'save', report_date: ' 2024-03 ' })
    expect(to.search).toBe('?done=saved')
    const id = to.pathname.split('/').at(-1) ?? ''
    const draft = await loadDraft(id)
    expect(draft?.preview).toMatchObject({ title: report.title, reportDate: '2024-03', status: 'current' })
    expect(draft?.sameMonth.map(({ title }) => title)).toEqual(['The first of its month'])
    await change({ ...report, intent: 'save', draft: id, report_date: '2024-03', replaces: first.id })
    expect((await loadDraft(id))?.sameMonth).toEqual([])
  })

  it('begins as the replacement of a report with its words and figures, without its file', async () => {
    const [replaced] = await published()
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
    const [{ id }] = await published()
    expect((await change({ intent: 'withdraw', report: id, reason: ' Wrong file. ' })).href).toBe(
      'http://localhost:3000/fr/operator/reports?done=withdrawn',
    )
    const state = async () => (await published()).find((each: { id: string }) => each.id === id)
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
    expect((await change({ intent: 'save', draft, title: 'Gone' })).search).toBe('?problem=not_found')
    for (const intent of ['', 'toString', '__proto__', 'erase']) {
      expect((await change({ intent })).search).toBe('?problem=malformed')
    }
  })
})
