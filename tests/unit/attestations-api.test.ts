import { hash, randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { POST as restore } from '@/app/api/attestations/[id]/restore/route'
import { DELETE } from '@/app/api/attestations/[id]/route'
import { GET, POST } from '@/app/api/attestations/route'
import type { ReportJson } from '@/lib/attestations/json'
import {
  publishedResponseSchema,
  reportResponseSchema,
} from '@/lib/attestations/response-schema'
import { log } from '@/lib/log'
import {
  freshReport,
  keys,
  siteRequest,
  validReport,
  withId,
} from '../support/attestations'
import { runSql, selectColumn } from '../support/database'
import { requireStatus } from '../support/requests'

type Options = { key?: string; headers?: Record<string, string> }

function postReport(
  report: object = freshReport(),
  { key = keys.alice, headers }: Options = {},
) {
  return POST(
    siteRequest('POST', '/api/attestations', { key, headers, body: report }),
  )
}

async function publishReport(
  report: object = freshReport(),
): Promise<ReportJson> {
  return requireStatus(201, await postReport(report)).json()
}

/** Returns a report for the same month that replaces the given report. */
function replacementOf({ id, report_date, as_of }: ReportJson) {
  return { ...validReport, report_date, as_of, replaces: id }
}

function withdraw(id: string, body?: object | string, headers = {}) {
  return DELETE(
    siteRequest('DELETE', `/api/attestations/${id}`, {
      key: keys.alice,
      body,
      headers,
    }),
    withId(id),
  )
}

function restoreReport(id: string) {
  return restore(
    siteRequest('POST', `/api/attestations/${id}/restore`, { key: keys.bob }),
    withId(id),
  )
}

async function listReports(query = ''): Promise<ReportJson[]> {
  const response = await GET(siteRequest('GET', `/api/attestations${query}`))
  return response.json()
}

it('the API’s reports are not cached', async () => {
  const { headers } = await GET(siteRequest('GET', '/api/attestations'))

  expect(headers.get('cache-control')).toBe('no-store')
})

async function expectProblem(
  response: Response | Promise<Response>,
  status: number,
  code: string,
  more: object = {},
) {
  const answer = await response
  expect(answer.status).toEqual(status)
  expect(await answer.json()).toEqual({ error: { code, ...more } })
}

async function eventsOf(id: string) {
  return runSql(
    'SELECT * FROM AttestationEvent WHERE attestationId = ? ORDER BY sequence',
    id,
  )
}

/** Matches an event of a report's history, with any place in the log. */
function happened(kind: string, reason: string | null = null) {
  return {
    kind,
    reason,
    at: expect.stringMatching(/^20\d\d-.+Z$/),
    log_entry: expect.any(Number),
    log_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  }
}

it('the API lists an added report with its coverage', async () => {
  const { title, sha256, gold_ounces } = validReport

  const report = await publishReport(freshReport({ sha256 }))

  expect(report).toMatchObject({
    title,
    sha256,
    gold_ounces,
    gold_coverage: '1',
    silver_coverage: '0.9999',
    status: 'current',
  })
  expect(await listReports()).toContainEqual(report)
})

it('the API names the months that already have the file of a new report', async () => {
  const sha256 = hash('sha256', randomUUID())
  const earlier = await publishReport(freshReport({ sha256 }))

  const later = await (await postReport(freshReport({ sha256 }))).json()

  expect(earlier).not.toHaveProperty('same_file_months')
  expect(publishedResponseSchema.parse(later).same_file_months).toEqual([
    earlier.report_date,
  ])
})

it('the API lists a restored report with its whole history', async () => {
  const { id } = await publishReport()
  const history = [happened('added')]

  for (const reason of ['First draft.', 'Second draft.']) {
    await withdraw(id, { reason })
    await restoreReport(id)
    history.push(happened('withdrawn', reason), happened('restored'))
  }

  expect((await listReports()).find((each) => each.id === id)).toMatchObject({
    status: 'current',
    withdrawn_at: null,
    withdrawn_reason: null,
    history,
  })
})

it('the API lists a withdrawn report, with the reason, only in the history', async () => {
  const { id } = await publishReport()

  const withdrawn = await withdraw(id, { reason: 'A draft.' })

  expect(withdrawn.status).toBe(200)
  const answer = { id, withdrawn_at: expect.any(String) }
  expect(await withdrawn.json()).toEqual(answer)
  expect((await listReports()).map((each) => each.id)).not.toContain(id)
  const gone = (await listReports('?include=history')).find(
    (each) => each.id === id,
  )
  expect(gone).toMatchObject({
    status: 'withdrawn',
    withdrawn_at: gone?.history[1]?.at,
    withdrawn_reason: 'A draft.',
    history: [happened('added'), happened('withdrawn', 'A draft.')],
  })
  expect(reportResponseSchema.parse(gone)).toEqual(gone)
})

/** Publishes, withdraws and restores a report, as alice and bob. */
async function changeReport() {
  const { id } = await publishReport()
  await withdraw(id, { reason: 'A draft.' })
  await restoreReport(id)
  return id
}

it('the database says who changed a report', async () => {
  const id = await changeReport()

  const select = 'SELECT createdBy FROM Attestation WHERE id = ?'
  expect(await selectColumn(select, id)).toEqual(['alice'])
  const operators = (await eventsOf(id)).map(({ operator }) => operator)
  expect(operators).toEqual(['alice', 'bob'])
})

it('the server’s log says who changed a report', async () => {
  const info = vi.spyOn(log, 'info')

  const id = await changeReport()

  expect(info.mock.calls).toEqual([
    [{ operator: 'alice', report: id, replaces: null }, 'report added'],
    [{ operator: 'alice', report: id }, 'report withdrawn'],
    [{ operator: 'bob', report: id }, 'report restored'],
  ])
})

it('the API does not say who changed a report', async () => {
  await changeReport()

  const listed = await listReports('?include=history')

  expect(JSON.stringify(listed)).not.toMatch(/alice|bob/)
})

it('the API accepts a report without figures', async () => {
  const { title, report_date, file_url } = freshReport()
  const none = {
    gold_ounces: null,
    gold_coverage: null,
    silver_ounces: null,
    silver_coverage: null,
    sha256: null,
  }

  expect(await publishReport({ title, report_date, file_url })).toMatchObject(
    none,
  )
})

it('the API accepts a withdrawal without a body', async () => {
  const { id } = await publishReport()

  const withdrawn = await withdraw(id)

  expect(withdrawn.status).toBe(200)
  expect(await eventsOf(id)).toMatchObject([
    { kind: 'withdrawn', reason: null },
  ])
})

it('the API accepts a withdrawal with an empty body of type JSON', async () => {
  const { id } = await publishReport()

  const withdrawn = await withdraw(id, '', {
    'Content-Type': 'application/json',
  })

  expect(withdrawn.status).toBe(200)
})

it('the API refuses to replace a report with one of another month', async () => {
  const old = await publishReport()
  const other = { fields: { report_date: ['other_month'] } }

  await expectProblem(
    postReport(freshReport({ replaces: old.id })),
    422,
    'invalid_fields',
    other,
  )
})

it('the API refuses to replace an unknown report', async () => {
  const unknown = { fields: { replaces: ['unknown_report'] } }

  await expectProblem(
    postReport(freshReport({ replaces: randomUUID() })),
    422,
    'invalid_fields',
    unknown,
  )
})

it('a replaced report and its replacement name each other', async () => {
  const old = await publishReport()

  const next = await publishReport(replacementOf(old))

  const history = await listReports('?include=history')
  expect(next.replaces).toBe(old.id)
  expect(history.find(({ id }) => id === old.id)).toMatchObject({
    status: 'replaced',
    replaced_by: next.id,
  })
})

it('a replaced report stays replaced once its replacement is withdrawn', async () => {
  const old = await publishReport()
  const next = await publishReport(replacementOf(old))

  await withdraw(next.id)

  const listed = await listReports()
  expect(listed.filter(({ id }) => [old.id, next.id].includes(id))).toEqual([])
})

it('the API lists the newest month first', async () => {
  const listed = await listReports()

  const months = listed.map(({ report_date }) => report_date)
  expect(months.length).toBeGreaterThan(1)
  expect(months).toEqual(months.toSorted().toReversed())
})

it('the API adds a report once per idempotency key', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const report = freshReport()
  const sent = await Promise.all(
    Array.from({ length: 20 }, () => postReport(report, { headers })),
  )
  const ids = await Promise.all(
    sent.map(async (response) => (await response.json()).id),
  )

  expect(new Set(ids).size).toBe(1)
})

it('the API refuses another report under the same idempotency key', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const report = freshReport()
  await postReport(report, { headers })

  await expectProblem(
    postReport({ ...report, title: 'Other' }, { headers }),
    422,
    'idempotency_key_reused',
  )
})

it('the API refuses an invalid idempotency key for a report', async () => {
  await expectProblem(
    postReport(freshReport(), { headers: { 'Idempotency-Key': 'short' } }),
    400,
    'invalid_idempotency_key',
  )
})

it('the API refuses to restore a report while its month has a current one', async () => {
  const old = await publishReport()
  await withdraw(old.id)
  const current = await publishReport({ ...replacementOf(old), replaces: null })

  const response = await restoreReport(old.id)

  await expectProblem(response, 409, 'month_published', {
    replaces: current.id,
  })
})

it('the API restores a report once the current one of its month is withdrawn', async () => {
  const old = await publishReport()
  await withdraw(old.id)
  const current = await publishReport({ ...replacementOf(old), replaces: null })
  await withdraw(current.id)

  const { status } = await restoreReport(old.id)

  expect(status).toBe(200)
})

/** Sends a report twice at once. Returns the report and the other response. */
async function sendTwice(report: object) {
  const responses = await Promise.all([
    postReport(report),
    postReport(report, { key: keys.bob }),
  ])
  // Sorts the responses, because either request may win.
  const [first, second] = responses.toSorted(
    (one, other) => one.status - other.status,
  ) as [Response, Response]
  const accepted: ReportJson = await requireStatus(201, first).json()
  return { accepted, refused: second }
}

it('of two reports sent at once, the API accepts only one', async () => {
  const report = freshReport()

  const { accepted, refused } = await sendTwice(report)

  await expectProblem(refused, 409, 'month_published', {
    replaces: accepted.id,
  })
  const listed = (await listReports()).filter(
    ({ report_date }) => report_date === report.report_date,
  )
  expect(listed).toMatchObject([{ id: accepted.id }])
})

it('of two replacements sent at once, the API accepts only one', async () => {
  const first = await publishReport()

  const { accepted, refused } = await sendTwice(replacementOf(first))

  await expectProblem(refused, 409, 'already_replaced')
  expect(accepted).toMatchObject({ status: 'current', replaces: first.id })
  const listed = (await listReports()).filter(
    ({ report_date }) => report_date === first.report_date,
  )
  expect(listed).toMatchObject([{ id: accepted.id }])
})

it('concurrent withdrawals and restorations of a report take effect alternately', async () => {
  const { id } = await publishReport()

  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 ? restoreReport(id) : withdraw(id),
    ),
  )

  const done = responses.filter(({ status }) => status === 200)
  const refused = responses.filter(({ status }) => status === 409)
  expect(done.length + refused.length).toBe(20)
  const events = await eventsOf(id)
  expect(events.map(({ sequence }) => sequence)).toEqual(
    done.map((_, index) => index + 1),
  )
  expect(events.map(({ kind }) => kind)).toEqual(
    done.map((_, index) => (index % 2 ? 'restored' : 'withdrawn')),
  )
})

it('the API refuses to withdraw a report twice', async () => {
  const { id } = await publishReport()
  await withdraw(id)

  const response = await withdraw(id)

  await expectProblem(response, 409, 'already_withdrawn')
})

it('the API refuses to restore a report that is not withdrawn', async () => {
  const { id } = await publishReport()

  const response = await restoreReport(id)

  await expectProblem(response, 409, 'not_withdrawn')
})

it('the API returns error codes for invalid report fields', async () => {
  const fields = {
    title: ['required'],
    report_date: ['invalid_month'],
    file_url: ['invalid_url'],
  }
  const bad = { report_date: '2025-20', file_url: 'javascript:alert(1)' }

  await expectProblem(postReport(bad), 422, 'invalid_fields', { fields })
})

it('the API returns 404 for a change to an unknown report', async () => {
  for (const change of [withdraw, restoreReport])
    await expectProblem(change(randomUUID()), 404, 'not_found')
})
