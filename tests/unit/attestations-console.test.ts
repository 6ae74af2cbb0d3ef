import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { GET as listReports } from '@/app/api/attestations/route'
import { POST } from '@/app/api/operator/reports/route'
import { DraftView } from '@/components/operator/reports/draft-view'
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
import { postForm, redirectPathOf } from '../support/console-form'
import { selectColumn } from '../support/database'
import { renderIn } from '../support/render'

const site = 'http://localhost:3000'

const storedFiles = () =>
  selectColumn<string>('SELECT "sha256" FROM "ReportFile"')

function postBody(body: BodyInit, more = {}): Promise<Response> {
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
 * Sends the report form (multipart if there is a file) and returns the path and
 * query of the redirect.
 */
async function sendReport(
  fields: Record<string, string>,
  file?: File,
): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append('file', file)
  const body = file ? form : fields
  const options = { key: keys.alice }
  return redirectPathOf(await postForm(POST, 'reports', body, options))
}

/** Sends a form that is refused and returns the error code. */
async function refusalOf(fields: Record<string, string>): Promise<string> {
  const options = { key: keys.alice }
  const response = await postForm(POST, 'reports', fields, options)
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
  it('publishes an uploaded file', async () => {
    const pdf = new File([smallPdf], 'Bericht.pdf', { type: 'application/pdf' })
    const title = 'Sent with its file'
    const typed = typedReport({ intent: 'publish', title, file_url: '' })

    const redirect = await sendReport(typed, pdf)

    expect(redirect).toBe(reports('done=added'))
    const report = (await published()).find((each) => each.title === title)
    expect(report?.file_url).toBe(
      `http://localhost:3000/files/${report?.sha256}.pdf`,
    )
    expect(await storedFiles()).toContain(report?.sha256)
  })

  it('publishes a linked file', async () => {
    const none = new File([], '', { type: 'application/octet-stream' })

    const redirect = await sendReport(typedReport({ intent: 'publish' }), none)

    expect(redirect).toBe(reports('done=added'))
  })

  it('leaves no draft after publishing', async () => {
    await sendReport(typedReport({ intent: 'publish' }))

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

      const saved = await sendReport(typed, file)
      const sent = await sendReport({ ...typed, intent: 'publish' }, file)

      expect(saved).toBe(draftPage(typed.draft, problem))
      expect(sent).toBe(draftPage(typed.draft, problem))
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
    const response = await postBody(
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
    const response = await postBody(Buffer.from(body, 'latin1'), {
      'Content-Type': 'multipart/form-data; boundary=boundary',
    })

    expect(await response.json()).toEqual({ error: { code: 'malformed' } })
    expect(await listDrafts()).toEqual([])
  })

  const figures = { gold_ounces: '1'.repeat(23), silver_ounces: '1,5' }
  const invalid = () =>
    typedReport({ intent: 'publish', title: '', ...figures })

  it('saves one draft if publishing fails repeatedly', async () => {
    const typed = invalid()
    const redirects: string[] = []

    for (let attempt = 0; attempt < 3; attempt++)
      redirects.push(await sendReport(typed))

    expect(new Set(redirects)).toEqual(
      new Set([draftPage(typed.draft, 'fields')]),
    )
    expect(await listDrafts()).toHaveLength(1)
  })

  it('saves the input with its problems if publishing fails', async () => {
    const typed = invalid()

    await sendReport(typed)

    expect(await loadDraft(typed.draft)).toMatchObject({
      fields: { title: '', firm: 'Thornquist & Vale LLP', ...figures },
      problems: {
        title: ['required'],
        gold_ounces: ['long_figure'],
        silver_ounces: ['invalid_figure'],
      },
    })
  })

  it('is listed by its month if it has no title', async () => {
    const typed = invalid()
    await sendReport(typed)
    const drafts = await listDrafts()

    const list = renderIn(
      'fr',
      await loadMessages('fr'),
      createElement(ConsoleReportList, { archive: [], drafts, query: {} }),
    )

    expect(list).toContain(formatMonth('fr', typed.report_date ?? ''))
  })

  /** Renders the page of a draft in English. */
  async function showDraft(id: string, query = {}) {
    const draft = (await loadDraft(id)) as DraftPage
    return renderIn(
      'en',
      await loadMessages('en'),
      createElement(DraftView, { draft, query, operator: 'alice' }),
    )
  }

  it('asks to confirm a day outside the month', async () => {
    const typed = typedReport({ intent: 'publish', as_of: '2024-01-31' })

    const redirect = await sendReport(typed)

    expect(redirect).toBe(draftPage(typed.draft, 'fields'))
    const { problems } = (await loadDraft(typed.draft)) as DraftPage
    expect(problems).toEqual({ as_of: ['outside_month'] })
    expect(await showDraft(typed.draft, { problem: 'fields' })).toContain(
      'name="as_of_confirmed"',
    )
  })

  it('publishes a confirmed day outside the month', async () => {
    const typed = typedReport({ intent: 'publish', as_of: '2024-01-31' })

    const redirect = await sendReport({ ...typed, as_of_confirmed: 'true' })

    expect(redirect).toBe(reports('done=added'))
  })

  /** Publishes a report, and returns another one for its month. */
  async function typeSameMonth() {
    const first = typedReport({ title: 'The first of its month' })
    await sendReport({ ...first, intent: 'publish' })
    const month = first.report_date
    const second = {
      ...first,
      title: 'The second',
      report_date: ` ${month} `,
      draft: randomUUID(),
    }
    return { month, second }
  }

  it('asks before it replaces the report of the same month', async () => {
    const { month, second } = await typeSameMonth()

    const redirect = await sendReport({ ...second, intent: 'publish' })

    expect(redirect).toBe(draftPage(second.draft, 'month_published'))
    const draft = await loadDraft(second.draft)
    expect(draft?.sameMonth?.title).toBe('The first of its month')
    expect(draft?.preview).toMatchObject({
      title: 'The second',
      reportDate: month,
      status: 'current',
    })
  })

  it('replaces the report of the same month once confirmed', async () => {
    const { month, second } = await typeSameMonth()
    await sendReport({ ...second, intent: 'publish' })
    const same_month = (await loadDraft(second.draft))?.sameMonth?.id ?? ''

    const redirect = await sendReport({
      ...second,
      intent: 'replace',
      same_month,
    })

    expect(redirect).toBe(reports('done=added'))
    const listed = (await published()).filter(
      ({ report_date }) => report_date === month,
    )
    expect(listed).toMatchObject([
      { title: 'The second', status: 'current' },
      { title: 'The first of its month', status: 'replaced' },
    ])
  })

  /** Publishes a file, and returns a report of another month with the file. */
  async function typeSameFile(comment: string) {
    const pdf = new File([smallPdf, `%${comment}`], 'report.pdf')
    const first = typedReport({ intent: 'publish', file_url: '' })
    await sendReport(first, pdf)
    const second = typedReport({ intent: 'publish', file_url: '' })
    return { pdf, first, second }
  }

  it('warns about the file of another month', async () => {
    const { pdf, first, second } = await typeSameFile('Sent twice')

    const redirect = await sendReport(second, pdf)

    expect(redirect).toBe(draftPage(second.draft, 'same_file'))
    const { OperatorReports: words } = await loadMessages('en')
    const month = formatMonth('en', first.report_date ?? '')
    expect(await showDraft(second.draft)).toContain(
      words.sameFile.replace('{months}', month),
    )
  })

  it('publishes the file of another month once the warning was seen', async () => {
    const { pdf, second } = await typeSameFile('Seen')
    await sendReport(second, pdf)
    const page = await showDraft(second.draft)
    const [, seen_file = ''] =
      page.match(/name="seen_file" value="(\w+)"/) ?? []

    const redirect = await sendReport({ ...second, seen_file }, pdf)

    expect(redirect).toBe(reports('done=added'))
  })

  it('publishes a file again once its report is withdrawn', async () => {
    const pdf = new File([smallPdf, '%Withdrawn'], 'report.pdf')
    const wrong = typedReport({ intent: 'publish', file_url: '' })
    await sendReport(wrong, pdf)
    await sendReport({ intent: 'withdraw', report: wrong.draft })

    const right = typedReport({ intent: 'publish', file_url: '' })

    expect(await sendReport(right, pdf)).toBe(reports('done=added'))
  })

  it('names the month that a replacement cannot have', async () => {
    const first = typedReport({ intent: 'publish' })
    await sendReport(first)
    const other = typedReport({ intent: 'publish', replaces: first.draft })

    const redirect = await sendReport(other)

    const { problems } = (await loadDraft(other.draft)) as DraftPage
    expect(redirect).toBe(draftPage(other.draft, 'fields'))
    expect(problems).toEqual({ report_date: ['other_month'] })
  })

  it('changes no published report when it saves a draft', async () => {
    const before = [await published(), (await loadReportsState())?.revision]

    await sendReport(typedReport({ intent: 'save' }))

    const after = [await published(), (await loadReportsState())?.revision]
    expect(after).toEqual(before)
  })

  it('publishes a draft once, even if it is sent several times at once', async () => {
    const typed = typedReport({ intent: 'save', title: 'Published once' })
    await sendReport(typed)
    const publish = () => sendReport({ ...typed, intent: 'publish' })

    const redirects = await Promise.all([publish(), publish(), publish()])

    expect(redirects).toEqual(Array(3).fill(reports('done=added')))
    const titles = (await published()).map(({ title }) => title)
    expect(titles.filter((title) => title === typed.title)).toHaveLength(1)
    expect(await listDrafts()).toEqual([])
  })

  it('refuses to publish a changed draft again', async () => {
    const typed = typedReport({ intent: 'publish' })
    await sendReport(typed)

    const redirect = await sendReport({ ...typed, title: 'Changed since' })

    expect(redirect).toContain('?problem=key_reused')
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
  })

  it('is blank if the report to replace is unknown', async () => {
    const { fields } = await beginDraft(randomUUID(), 'unknown')

    expect(fields).toMatchObject({ title: '', replaces: '' })
  })
})

it('a new report opens only at an address that says so', async () => {
  const { draft } = typedReport()

  const opened = await openDraft(draft, { new: '' })
  const unknown = await openDraft(draft, {})

  expect(opened?.id).toBe(draft)
  expect(unknown).toBeUndefined()
})

it('a new report does not open again once it is published', async () => {
  const typed = typedReport({ intent: 'publish' })
  await sendReport(typed)

  const opened = await openDraft(typed.draft, { new: '' })

  expect(opened).toBeUndefined()
})

describe('the console’s report list', () => {
  /** Sends an action on a report. Returns the outcome and the report. */
  async function act(intent: 'withdraw' | 'restore', report: string) {
    const redirect = await sendReport({
      intent,
      report,
      reason: ' Wrong file. ',
    })
    const changed = (await published()).find(({ id }) => id === report)
    return { outcome: redirect.split('?')[1], report: changed }
  }

  async function publish() {
    const typed = typedReport({ intent: 'publish' })
    await sendReport(typed)
    return typed.draft
  }

  const withdrawn = { status: 'withdrawn', withdrawn_reason: 'Wrong file.' }
  const current = { status: 'current', withdrawn_reason: null }

  it('withdraws a report', async () => {
    const id = await publish()

    const { outcome, report } = await act('withdraw', id)

    expect(outcome).toBe('done=withdrawn')
    expect(report).toMatchObject(withdrawn)
  })

  it('withdraws a report only once', async () => {
    const id = await publish()
    await act('withdraw', id)

    const { outcome, report } = await act('withdraw', id)

    expect(outcome).toContain('problem=already_withdrawn')
    expect(report).toMatchObject(withdrawn)
  })

  it('restores a withdrawn report', async () => {
    const id = await publish()
    await act('withdraw', id)

    const { outcome, report } = await act('restore', id)

    expect(outcome).toBe('done=restored')
    expect(report).toMatchObject(current)
  })

  it('does not restore a report that is not withdrawn', async () => {
    const id = await publish()

    const { outcome, report } = await act('restore', id)

    expect(outcome).toContain('problem=not_withdrawn')
    expect(report).toMatchObject(current)
  })

  it('does not withdraw an unknown report', async () => {
    const { outcome } = await act('withdraw', 'unknown')

    expect(outcome).toContain('problem=not_found')
  })
})

it('the console deletes a draft once', async () => {
  const { draft, ...typed } = typedReport({ intent: 'save' })
  await sendReport({ ...typed, draft })

  for (const outcome of ['done=discarded', 'problem=not_found'])
    expect(await sendReport({ intent: 'discard', draft })).toContain(
      `?${outcome}`,
    )
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
