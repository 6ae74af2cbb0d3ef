import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { GET as listReports } from '@/app/api/attestations/route'
import { POST } from '@/app/api/operator/reports/route'
import { DraftView } from '@/components/operator/reports/draft-page'
import { ConsoleReportList } from '@/components/operator/reports/report-list'
import { maxFileBytes } from '@/lib/attestations/file-limits'
import { formatMonth } from '@/lib/attestations/format'
import type { ReportJson } from '@/lib/attestations/json'
import { loadReportsState } from '@/lib/attestations/load'
import { listDrafts } from '@/lib/console/reports/draft-store'
import {
  beginDraft,
  type DraftPage,
  loadDraft,
  openDraft,
} from '@/lib/console/reports/drafts'
import { getDatabase } from '@/lib/database/client'
import { loadMessages } from '@/lib/i18n/messages'
import { freshReport, keys, smallPdf } from '../support/attestations'
import { selectColumn } from '../support/database'
import { renderIn } from '../support/render'

const site = 'http://localhost:3000'

const storedFiles = () =>
  selectColumn<string>('SELECT "sha256" FROM "ReportFile"')

function post(body: BodyInit, more = {}): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${keys.alice}`,
    'Sec-Fetch-Site': 'same-origin',
    ...more,
  }
  return POST(
    new Request(`${site}/api/operator/reports`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers,
    } as object),
  )
}

/**
 * Sends a form (multipart if there is a file) and returns the path and query of
 * the redirect.
 */
async function send(
  fields: Record<string, string>,
  file?: File,
): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append('file', file)
  const response = await post(file ? form : new URLSearchParams(fields))
  expect(response.status).toBe(303)
  const { pathname, search } = new URL(
    response.headers.get('location') ?? '',
    site,
  )
  return pathname + search
}

/** Sends a form that is refused and returns the error code. */
async function refusalOf(fields: Record<string, string>): Promise<string> {
  const response = await post(new URLSearchParams(fields))
  return (await response.json()).error.code
}

/** Redirect targets of a French form after success and after a problem. */
const reports = (query: string) => `/fr/operator/reports?${query}`
const draftPage = (draft = '', problem = '') =>
  `/fr/operator/reports/drafts/${draft}?problem=${problem}`

/** Returns form fields for a report in a month that no other test uses. */
function typedReport(
  fields: object = {},
): Record<string, string> & { draft: string } {
  const { sha256: _, ...report } = freshReport(fields)
  return { draft: randomUUID(), language: 'fr', ...report }
}

async function published(): Promise<ReportJson[]> {
  const request = new Request(`${site}/api/attestations?include=history`)
  return (await listReports(request)).json()
}

beforeEach(async () => {
  const database = await getDatabase()
  await database.attestationDraft.deleteMany({})
})

describe('the report form in the console', () => {
  it('publishes an uploaded or linked file and leaves no draft', async () => {
    const pdf = new File([smallPdf], 'Bericht.pdf', { type: 'application/pdf' })
    const sent = typedReport({
      intent: 'publish',
      title: 'Sent with its file',
      file_url: '',
    })
    expect(await send(sent, pdf)).toBe(reports('done=added'))

    const [added] = (await published()).filter(
      ({ title }) => title === 'Sent with its file',
    )
    expect(added?.file_url).toBe(
      `http://localhost:3000/files/${added?.sha256}.pdf`,
    )
    expect(await storedFiles()).toContain(added?.sha256)

    const none = new File([], '', { type: 'application/octet-stream' })
    expect(await send(typedReport({ intent: 'publish' }), none)).toBe(
      reports('done=added'),
    )
    expect(await listDrafts()).toEqual([])
  })

  it.each([
    ['not_pdf', new File(['<html>'.repeat(1000)], 'page.pdf')],
    [
      'too_large',
      new File([smallPdf, Buffer.alloc(maxFileBytes)], 'large.pdf'),
    ],
    // Exceeds the limit by far, but is read to the end so that the browser gets
    // the answer.
    [
      'too_large',
      new File([smallPdf, Buffer.alloc(30 * 1024 * 1024)], 'larger.pdf'),
    ],
  ])(
    'saves its fields as a draft if the file is rejected: %s',
    async (problem, file) => {
      const before = await storedFiles()
      const typed = typedReport({ title: 'Typed before' })
      for (const sent of [typed, { ...typed, intent: 'publish' }]) {
        expect(await send(sent, file)).toBe(draftPage(typed.draft, problem))
      }

      expect((await listDrafts()).map(({ fields }) => fields.title)).toEqual([
        'Typed before',
      ])
      expect(await storedFiles()).toEqual(before)
    },
  )

  it('stores neither a file nor a draft if the upload breaks off', async () => {
    const part = '--boundary\r\nContent-Disposition: form-data; name='
    const start = `${part}"title"\r\n\r\nBroken\r\n${part}"file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7`
    async function* breakOff() {
      yield Buffer.from(start)
      throw new Error('gone')
    }
    const before = await storedFiles()
    const headers = { 'Content-Type': 'multipart/form-data; boundary=boundary' }
    const response = await post(
      Readable.toWeb(Readable.from(breakOff())) as ReadableStream,
      headers,
    )

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: { code: 'malformed' } })
    expect(await storedFiles()).toEqual(before)
    expect(await listDrafts()).toEqual([])
  })

  it('saves no draft if an uploaded form is not UTF-8', async () => {
    const part = '--boundary\r\nContent-Disposition: form-data; name='
    const draft = `${part}"draft"\r\n\r\n${randomUUID()}\r\n`
    const body = `${draft}${part}"title"\r\n\r\nSepte\xe9\r\n--boundary--`
    const response = await post(Buffer.from(body, 'latin1'), {
      'Content-Type': 'multipart/form-data; boundary=boundary',
    })

    expect(await response.json()).toEqual({ error: { code: 'malformed' } })
    expect(await listDrafts()).toEqual([])
  })

  it('saves one draft with its problems if publishing fails repeatedly', async () => {
    const figures = { gold_ounces: '1'.repeat(23), silver_ounces: '1,5' }
    const typed = typedReport({ intent: 'publish', title: '', ...figures })
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await send(typed)).toBe(draftPage(typed.draft, 'fields'))
    const drafts = await listDrafts()
    expect(drafts).toHaveLength(1)

    const list = createElement(ConsoleReportList, {
      archive: [],
      drafts,
      query: {},
    })
    expect(renderIn('fr', await loadMessages('fr'), list)).toContain(
      formatMonth('fr', typed.report_date ?? ''),
    )
    expect(await loadDraft(typed.draft)).toMatchObject({
      fields: { title: '', firm: 'Thornquist & Vale LLP', ...figures },
      problems: {
        title: ['required'],
        gold_ounces: ['long_figure'],
        silver_ounces: ['invalid_figure'],
      },
    })
  })

  it('publishes a day outside the month only after confirmation', async () => {
    const typed = typedReport({ intent: 'publish', as_of: '2024-01-31' })
    expect(await send(typed)).toBe(draftPage(typed.draft, 'fields'))

    const draft = (await loadDraft(typed.draft)) as DraftPage
    expect(draft.problems).toEqual({ as_of: ['outside_month'] })

    const page = createElement(DraftView, {
      draft,
      query: { problem: 'fields' },
      operator: 'alice',
    })
    expect(renderIn('en', await loadMessages('en'), page)).toContain(
      'name="as_of_confirmed"',
    )
    expect(await send({ ...typed, as_of_confirmed: 'true' })).toBe(
      reports('done=added'),
    )
  })

  it('replaces the report of the same month only after asking', async () => {
    const typed = typedReport({ title: 'The first of its month' })
    await send({ ...typed, intent: 'publish' })
    const again = {
      ...typed,
      title: 'The second',
      report_date: ` ${typed.report_date} `,
      draft: randomUUID(),
    }
    expect(await send({ ...again, intent: 'publish' })).toBe(
      draftPage(again.draft, 'month_published'),
    )

    const draft = await loadDraft(again.draft)
    expect(draft?.preview).toMatchObject({
      title: 'The second',
      reportDate: typed.report_date,
      status: 'current',
    })
    expect(draft?.sameMonth?.title).toBe('The first of its month')

    const same_month = draft?.sameMonth?.id ?? ''
    expect(await send({ ...again, intent: 'replace', same_month })).toBe(
      reports('done=added'),
    )

    const listed = (await published()).filter(
      ({ report_date }) => report_date === typed.report_date,
    )
    expect(listed.map(({ title, status }) => [title, status])).toEqual([
      ['The second', 'current'],
      ['The first of its month', 'replaced'],
    ])
  })

  it('publishes the file of another month only after a warning', async () => {
    const pdf = new File([smallPdf, '%Sent twice'], 'report.pdf')
    const first = typedReport({ intent: 'publish', file_url: '' })
    const second = typedReport({ intent: 'publish', file_url: '' })
    await send(first, pdf)

    expect(await send(second, pdf)).toBe(draftPage(second.draft, 'same_file'))
    const draft = (await loadDraft(second.draft)) as DraftPage
    const messages = await loadMessages('en')
    const page = renderIn(
      'en',
      messages,
      createElement(DraftView, { draft, query: {}, operator: 'alice' }),
    )

    const month = formatMonth('en', first.report_date ?? '')
    expect(page).toContain(
      messages.OperatorReports.sameFile.replace('{months}', month),
    )
    const [, seen_file = ''] =
      page.match(/name="seen_file" value="(\w+)"/) ?? []
    expect(await send({ ...second, seen_file }, pdf)).toBe(
      reports('done=added'),
    )
  })

  it('publishes a file again once its report is withdrawn', async () => {
    const pdf = new File([smallPdf, '%Withdrawn'], 'report.pdf')
    const wrong = typedReport({ intent: 'publish', file_url: '' })
    await send(wrong, pdf)
    await send({ intent: 'withdraw', report: wrong.draft })

    const right = typedReport({ intent: 'publish', file_url: '' })

    expect(await send(right, pdf)).toBe(reports('done=added'))
  })

  it('names the month that a replacement cannot have', async () => {
    const first = typedReport({ intent: 'publish' })
    await send(first)
    const other = typedReport({ intent: 'publish', replaces: first.draft })

    expect(await send(other)).toBe(draftPage(other.draft, 'fields'))

    const { problems } = (await loadDraft(other.draft)) as DraftPage
    expect(problems).toEqual({ report_date: ['other_month'] })
  })

  it('publishes a draft at most once, however often it is sent', async () => {
    const before = [await published(), (await loadReportsState())?.revision]
    const typed = typedReport({ intent: 'save', title: 'Published once' })
    await send(typed)
    expect([await published(), (await loadReportsState())?.revision]).toEqual(
      before,
    )

    const publish = () => send({ ...typed, intent: 'publish' })
    const sent = await Promise.all([publish(), publish(), publish()])

    expect(sent).toEqual(Array(3).fill(reports('done=added')))
    expect(
      (await published()).filter(({ title }) => title === 'Published once'),
    ).toHaveLength(1)
    expect(await listDrafts()).toEqual([])
    expect(
      await send({ ...typed, intent: 'publish', title: 'Changed since' }),
    ).toContain('?problem=key_reused')
  })

  it('is filled in with the fields, but not the file, of a report to replace', async () => {
    const { id = '', title, firm } = (await published())[0] ?? {}
    const { fields } = await beginDraft(randomUUID(), id)

    expect(fields).toMatchObject({
      title,
      firm,
      replaces: id,
      file_url: '',
      sha256: '',
    })
    expect((await beginDraft(randomUUID(), 'unknown')).fields).toMatchObject({
      title: '',
      replaces: '',
    })
  })
})

it('the address of a new report contains its id until the report is published', async () => {
  const typed = typedReport({ intent: 'publish' })
  const query = { new: '' }

  expect((await openDraft(typed.draft, query))?.id).toBe(typed.draft)
  expect(await openDraft(typed.draft, {})).toBeUndefined()

  await send(typed)

  expect(await openDraft(typed.draft, query)).toBeUndefined()
})

it('the console withdraws or restores a report only once', async () => {
  const report = (await published())[0]?.id ?? ''
  for (const [intent, outcome, status, withdrawn_reason] of [
    ['withdraw', 'done=withdrawn', 'withdrawn', 'Wrong file.'],
    ['withdraw', 'problem=already_withdrawn', 'withdrawn', 'Wrong file.'],
    ['restore', 'done=restored', 'current', null],
    ['restore', 'problem=not_withdrawn', 'current', null],
  ] as const) {
    expect(await send({ intent, report, reason: ' Wrong file. ' })).toContain(
      `?${outcome}`,
    )
    const found = (await published()).find(({ id }) => id === report)
    expect(found).toMatchObject({ status, withdrawn_reason })
  }

  expect(await send({ intent: 'withdraw', report: 'unknown' })).toContain(
    '?problem=not_found',
  )
})

it('the console deletes a draft once', async () => {
  const { draft, ...typed } = typedReport({ intent: 'save' })
  await send({ ...typed, draft })

  for (const outcome of ['done=discarded', 'problem=not_found'])
    expect(await send({ intent: 'discard', draft })).toContain(`?${outcome}`)
})

it('the console refuses unknown drafts', async () => {
  for (const draft of ['', 'new', '../x'])
    expect(await refusalOf({ intent: 'save', draft })).toBe('malformed')
})

it('the console refuses unknown actions on reports', async () => {
  const { draft } = typedReport({ intent: 'save' })
  for (const intent of ['', 'toString', 'erase'])
    expect(await refusalOf({ intent, draft })).toBe('malformed')
})
