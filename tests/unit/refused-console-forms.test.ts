// Tests that refused console forms from a browser without JavaScript do not
// lose any input.
import { randomUUID } from 'node:crypto'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { POST as postReport } from '@/app/api/operator/reports/route'
import { POST as signIn } from '@/app/api/operator/session/route'
import { LeadPage, loadLead } from '@/components/operator/leads/lead-page'
import { DraftView } from '@/components/operator/reports/draft-view'
import { ConsoleReportList } from '@/components/operator/reports/report-list'
import { readArchive } from '@/lib/attestations/load'
import { leadAction } from '@/lib/console/leads/action-handler'
import { findRefusedFields } from '@/lib/console/refused-form'
import { listDrafts } from '@/lib/console/reports/draft-store'
import { openDraft } from '@/lib/console/reports/drafts'
import { findRefusedInput } from '@/lib/http/refused-input-store'
import { loadMessages } from '@/lib/i18n/messages'
import { officeDay } from '@/lib/i18n/offices'
import {
  cookieOf,
  freshReport,
  keys,
  siteRequest,
  smallPdf,
} from '../support/attestations'
import { postForm, redirectOf } from '../support/console-form'
import {
  holdLock,
  runSql,
  selectColumn,
  withoutTable,
} from '../support/database'
import { storeLead } from '../support/delivery'
import { renderIn } from '../support/render'
import { setForTest } from '../support/settings'

const messages = await loadMessages('en')
const signedIn = cookieOf(
  await signIn(
    siteRequest('POST', '/api/operator/session', { body: { key: keys.alice } }),
  ),
)
const site = 'http://localhost:3000'

type Sent = {
  cookie?: string
  headers?: Record<string, string | undefined>
  client?: string
}

/** Posts a form as a browser does and returns the address of its redirect. */
async function submit(
  handle: typeof leadAction,
  path: string,
  form: URLSearchParams | FormData | string,
  { cookie = signedIn, headers, client }: Sent = {},
): Promise<URL> {
  const accepted = { Accept: 'text/html,*/*', ...headers }
  const options = { cookie, headers: accepted, client }
  return redirectOf(await postForm(handle, path, form, options))
}

const sendReport = (form: URLSearchParams | FormData, sent?: Sent) =>
  submit(postReport, 'reports', form, sent)

/** Returns the address that the sign-in page leads to. */
const afterSignIn = (page: URL) =>
  new URL(page.searchParams.get('to') ?? '', site)

const typedNote = 'Ask « Zoë »\nabout the 文'
const crossSite = {
  'Sec-Fetch-Site': 'cross-site',
  Origin: 'https://evil.example',
}
const fromPage = (path: string) => ({ Referer: `${site}/fr${path}` })

describe('the lead form', () => {
  let id = ''
  beforeEach(async () => {
    id = (await storeLead()).id
  })

  const sendLead = (form: URLSearchParams | string, sent?: Sent) =>
    submit(leadAction, `leads/${id}`, form, sent)
  const form = (fields: object = {}) => {
    const typed = {
      language: 'fr',
      note: typedNote,
      owner: 'Zoé',
      reminder: officeDay(),
      previous_note: '',
    }
    return new URLSearchParams({ ...typed, ...fields })
  }

  async function renderLead(page: URL) {
    const query = Object.fromEntries(page.searchParams)
    const loaded = await loadLead({
      id,
      locale: 'en',
      operator: 'alice',
      query,
    })
    return renderIn('en', messages, createElement(LeadPage, { loaded, query }))
  }

  it('is shown again with its values after a cross-site request', async () => {
    const page = await sendLead(form(), { headers: crossSite })

    expect(page.pathname).toBe(`/fr/operator/leads/${id}`)
    expect(page.searchParams.get('refused')).toBe('cross_site')
    expect(await renderLead(page)).toContain(`>${typedNote}</textarea>`)
  })

  it('is shown again after sign-in with the list that it was opened from', async () => {
    const headers = fromPage(`/operator/leads/${id}?list=q%3Dbank&done=saved`)
    const page = afterSignIn(
      await sendLead(form(), { cookie: 'operator=ended', headers }),
    )

    expect(page.pathname).toBe(`/fr/operator/leads/${id}`)
    expect(page.searchParams.get('list')).toBe('q=bank')
    expect(page.searchParams.get('done')).toBeNull()
    expect(await renderLead(page)).toContain(`>${typedNote}</textarea>`)
  })

  it('is shown again with its values while the database is busy', async () => {
    const release = await holdLock()
    const page = await sendLead(form())
    await release()

    expect(page.searchParams.get('refused')).toBe('unavailable')
    expect(await renderLead(page)).toContain(`>${typedNote}</textarea>`)
  })

  it('is shown again with its values if it is not UTF-8', async () => {
    const page = await sendLead(`${form()}&other=%E9`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })

    expect(page.searchParams.get('refused')).toBe('malformed')
    expect(await renderLead(page)).toContain(`>${typedNote}</textarea>`)
  })

  it('is shown again with the start of its note if it is too large', async () => {
    const page = await sendLead(form({ note: '文'.repeat(100_000) }))

    const typed = await findRefusedFields(page.searchParams.get('input') ?? '')

    expect(page.searchParams.get('refused')).toBe('too_large')
    expect(typed?.note).toMatch(/^文{5000,}$/)
  })

  it('returns an error code if a program sent it', async () => {
    const answer = await postForm(leadAction, `leads/${id}`, form(), {
      cookie: 'operator=ended',
    })

    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ error: { code: 'unauthorized' } })
  })

  it('can replace a stored note that has an invisible character', async () => {
    await runSql(
      'UPDATE Lead SET note = ? WHERE id = ?',
      'Call\u00AD back ',
      id,
    )
    const page = await sendLead(form({ previous_note: 'Call\u00AD back ' }))

    expect(page.searchParams.get('done')).toBe('saved')
  })
})

describe('the report form', () => {
  /**
   * Returns the form as multipart data with a file, or URL-encoded without one.
   */
  function form(fields: Record<string, string> = {}, file?: File) {
    const typed = {
      language: 'fr',
      draft: randomUUID(),
      intent: 'save',
      ...freshReport({ title: 'Typed' }),
      ...fields,
    }
    if (!file) return new URLSearchParams(typed as Record<string, string>)
    const data = new FormData()
    for (const [name, value] of Object.entries(typed))
      data.append(name, String(value))
    data.append('file', file)
    return data
  }

  async function openShownDraft(page: URL) {
    const [, id = ''] = page.pathname.split('/drafts/')
    const query = Object.fromEntries(page.searchParams)
    const draft = await openDraft(
      id,
      query,
      await findRefusedInput(query.input),
    )
    if (!draft) throw new Error(`There is no draft at ${page}.`)
    return {
      draft,
      html: renderIn(
        'en',
        messages,
        createElement(DraftView, { draft, query, operator: 'alice' }),
      ),
    }
  }

  it.each([
    ['as text', undefined],
    ['with a file', new File([smallPdf], 'report.pdf')],
  ])('is shown again if the session has ended, sent %s', async (_, file) => {
    const draftId = randomUUID()
    const address = `/operator/reports/drafts/${draftId}`
    const headers = fromPage(`${address}?new=`)
    const body = form({ draft: draftId }, file)
    const page = afterSignIn(
      await sendReport(body, { cookie: 'operator=ended', headers }),
    )
    const { draft, html } = await openShownDraft(page)

    expect(page.pathname).toBe(`/fr${address}`)
    expect(draft.id).toBe(draftId)
    expect(draft.fields).toMatchObject({
      title: 'Typed',
      firm: 'Thornquist & Vale LLP',
    })
    expect(html).toContain('value="Typed"')
    expect(await listDrafts()).toEqual([])
  })

  it('is shown again after a cross-site request without a referrer', async () => {
    const body = form()
    const page = await sendReport(body, { headers: crossSite })
    const { draft } = await openShownDraft(page)

    expect(page.pathname).toBe(
      `/fr/operator/reports/drafts/${body.get('draft')}`,
    )
    expect(page.searchParams.get('refused')).toBe('cross_site')
    expect(draft.fields).toMatchObject({ title: 'Typed' })
  })

  it('is shown again if it exceeds the rate limit', async () => {
    setForTest({ LIMIT_ATTESTATIONS_PER_CLIENT: '1' })
    const client = '192.0.2.90'
    await sendReport(form(), { client })

    const body = form({ title: 'The second' })
    const page = await sendReport(body, { client })

    const { html } = await openShownDraft(page)
    expect(page.searchParams.get('refused')).toBe('rate_limited')
    expect(html).toContain('value="The second"')
  })

  it('is shown again with the full text of a field that is too long for a draft', async () => {
    const description = 'Ж'.repeat(4001)
    const page = await sendReport(form({ description }, new File([], '')))
    const { draft, html } = await openShownDraft(page)

    expect(page.searchParams.get('refused')).toBe('invalid_fields')
    expect(draft.fields.description).toBe(description)
    expect(html).toContain('id="report-description-error"')
  })

  it('is shown again if its file cannot be stored', async () => {
    const body = form({}, new File([smallPdf], 'report.pdf'))

    const page = await withoutTable('ReportFilePiece', () => sendReport(body))

    const { html } = await openShownDraft(page)
    expect(page.searchParams.get('refused')).toBe('internal')
    expect(html).toContain('value="Typed"')
  })

  it.each([
    { who: 'someone who is not signed in', cookie: 'operator=ended', files: 0 },
    { who: 'an operator', cookie: signedIn, files: 1 },
  ])('from $who stores $files files', async ({ cookie, files }) => {
    await runSql('DELETE FROM ReportFile')
    const body = form({}, new File([smallPdf], 'report.pdf'))

    await sendReport(body, { cookie })

    const stored = await selectColumn('SELECT sha256 FROM ReportFile')
    expect(stored).toHaveLength(files)
  })
})

it('the reason for a withdrawal is shown again if the session has ended', async () => {
  const { POST: publish } = await import('@/app/api/attestations/route')
  const published = await publish(
    siteRequest('POST', '/api/attestations', {
      key: keys.alice,
      body: freshReport(),
    }),
  )
  const { id } = await published.json()
  const body = new URLSearchParams({
    intent: 'withdraw',
    report: id,
    reason: 'Wrong file',
    language: 'fr',
  })

  const page = afterSignIn(await sendReport(body, { cookie: 'operator=ended' }))
  const query = Object.fromEntries(page.searchParams)
  const list = {
    archive: await readArchive(),
    drafts: [],
    query,
    typed: await findRefusedFields(query.input),
  }
  const html = renderIn('en', messages, createElement(ConsoleReportList, list))

  expect(page.pathname).toBe('/fr/operator/reports')
  expect(html).toMatch(/<details[^>]*open=""[^>]*>.*value="Wrong file"/s)
  expect(html.match(/value="Wrong file"/g)).toHaveLength(1)
})

it('signing in redirects to the requested page, even if its address is long', async () => {
  const search = new URLSearchParams({ q: 'Ж'.repeat(200) })
  const wanted = `/fr/operator/leads?${search}`
  const headers = { Accept: 'text/html', 'Content-Type': undefined }
  const body = new URLSearchParams({
    language: 'fr',
    to: wanted,
    key: ` ${keys.alice}\u200B`,
  })
  const answer = await signIn(
    siteRequest('POST', '/api/operator/session', { headers, body }),
  )
  const foreign = await signIn(
    siteRequest('POST', '/api/operator/session', {
      headers: { ...headers, ...crossSite },
      body,
    }),
  )

  expect(answer.headers.get('location')).toBe(wanted)
  expect(foreign.headers.get('location')).toMatch(
    /^\/fr\/operator\?refused=cross_site&to=/,
  )
  expect(foreign.headers.get('set-cookie')).toBeNull()
})
