import { hash, randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { POST as restore } from '@/app/api/attestations/[id]/restore/route'
import { DELETE } from '@/app/api/attestations/[id]/route'
import { GET, POST } from '@/app/api/attestations/route'
import type { ReportJson } from '@/lib/attestations/json'
import {
  publishedAnswerSchema,
  reportAnswerSchema,
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

type Options = { key?: string; headers?: Record<string, string> }

function add(
  report: object = freshReport(),
  { key = keys.alice, headers }: Options = {},
) {
  return POST(
    siteRequest('POST', '/api/attestations', { key, headers, body: report }),
  )
}

async function added(report: object = freshReport()): Promise<ReportJson> {
  const response = await add(report)
  expect(response.status).toBe(201)
  return response.json()
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

function putBack(id: string) {
  return restore(
    siteRequest('POST', `/api/attestations/${id}/restore`, { key: keys.bob }),
    withId(id),
  )
}

async function list(query = ''): Promise<ReportJson[]> {
  const response = await GET(siteRequest('GET', `/api/attestations${query}`))
  expect(response.headers.get('cache-control')).toBe('no-store')
  return response.json()
}

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

  const report = await added(freshReport({ sha256 }))

  expect(report).toMatchObject({
    title,
    sha256,
    gold_ounces,
    gold_coverage: '1',
    silver_coverage: '0.9999',
    status: 'current',
  })
  expect(await list()).toContainEqual(report)
})

it('the API names the months that already have the file of a new report', async () => {
  const sha256 = hash('sha256', randomUUID())
  const earlier = await added(freshReport({ sha256 }))

  const later = await (await add(freshReport({ sha256 }))).json()

  expect(earlier).not.toHaveProperty('same_file_months')
  expect(publishedAnswerSchema.parse(later).same_file_months).toEqual([
    earlier.report_date,
  ])
})

it('the API lists a restored report with its whole history', async () => {
  const { id } = await added()
  const history = [happened('added')]

  for (const reason of ['First draft.', 'Second draft.']) {
    await withdraw(id, { reason })
    await putBack(id)
    history.push(happened('withdrawn', reason), happened('restored'))
  }

  expect((await list()).find((each) => each.id === id)).toMatchObject({
    status: 'current',
    withdrawn_at: null,
    withdrawn_reason: null,
    history,
  })
})

it('the API lists a withdrawn report, with the reason, only in the history', async () => {
  const { id } = await added()

  const withdrawn = await withdraw(id, { reason: 'A draft.' })

  expect(withdrawn.status).toBe(200)
  const answer = { id, withdrawn_at: expect.any(String) }
  expect(await withdrawn.json()).toEqual(answer)
  expect((await list()).map((each) => each.id)).not.toContain(id)
  const gone = (await list('?include=history')).find((each) => each.id === id)
  expect(gone).toMatchObject({
    status: 'withdrawn',
    withdrawn_at: gone?.history[1]?.at,
    withdrawn_reason: 'A draft.',
    history: [happened('added'), happened('withdrawn', 'A draft.')],
  })
  expect(reportAnswerSchema.parse(gone)).toEqual(gone)
})

it('the audit, but no public response, says who changed a report', async () => {
  const info = vi.spyOn(log, 'info')
  const { id } = await added()
  await withdraw(id, { reason: 'A draft.' })
  await putBack(id)

  const stored = await selectColumn(
    'SELECT createdBy FROM Attestation WHERE id = ?',
    id,
  )
  expect(stored).toEqual(['alice'])
  const operators = (await eventsOf(id)).map(({ operator }) => operator)
  expect(operators).toEqual(['alice', 'bob'])
  expect(info.mock.calls).toEqual([
    [{ operator: 'alice', report: id, replaces: null }, 'report added'],
    [{ operator: 'alice', report: id }, 'report withdrawn'],
    [{ operator: 'bob', report: id }, 'report restored'],
  ])
  const all = JSON.stringify(await list('?include=history'))
  expect(all).not.toMatch(/alice|bob/)
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
  expect(await added({ title, report_date, file_url })).toMatchObject(none)
})

it('the API accepts a withdrawal without a body', async () => {
  const report = await added()
  expect((await withdraw(report.id)).status).toBe(200)
  expect(await eventsOf(report.id)).toMatchObject([
    { kind: 'withdrawn', reason: null },
  ])

  const { id } = await added()
  expect(
    (await withdraw(id, '', { 'Content-Type': 'application/json' })).status,
  ).toBe(200)
})

it('the API refuses to replace a report with one of another month', async () => {
  const old = await added()
  const other = { fields: { report_date: ['other_month'] } }
  await expectProblem(
    add(freshReport({ replaces: old.id })),
    422,
    'invalid_fields',
    other,
  )
})

it('the API refuses to replace an unknown report', async () => {
  const unknown = { fields: { replaces: ['unknown_report'] } }
  await expectProblem(
    add(freshReport({ replaces: randomUUID() })),
    422,
    'invalid_fields',
    unknown,
  )
})

it('a replaced report stays replaced once its replacement is withdrawn', async () => {
  const old = await added()
  const next = await added(replacementOf(old))
  const history = await list('?include=history')
  expect(history.find(({ id }) => id === old.id)).toMatchObject({
    status: 'replaced',
    replaced_by: next.id,
  })
  expect(next.replaces).toBe(old.id)

  await withdraw(next.id)
  const listed = await list()
  expect(listed.filter(({ id }) => [old.id, next.id].includes(id))).toEqual([])
})

it('the API lists the newest month first', async () => {
  const listed = await list()

  const months = listed.map(({ report_date }) => report_date)
  expect(months.length).toBeGreaterThan(1)
  expect(months).toEqual(months.toSorted().toReversed())
})

it('the API adds a report once per idempotency key', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const report = freshReport()
  const sent = await Promise.all(
    Array.from({ length: 20 }, () => add(report, { headers })),
  )
  const ids = await Promise.all(
    sent.map(async (response) => (await response.json()).id),
  )

  expect(new Set(ids).size).toBe(1)
})

it('the API refuses another report under the same idempotency key', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const report = freshReport()
  await add(report, { headers })

  await expectProblem(
    add({ ...report, title: 'Other' }, { headers }),
    422,
    'idempotency_key_reused',
  )
})

it('the API refuses an invalid idempotency key for a report', async () => {
  await expectProblem(
    add(freshReport(), { headers: { 'Idempotency-Key': 'short' } }),
    400,
    'invalid_idempotency_key',
  )
})

it('the API refuses to restore a report while its month has a current one', async () => {
  const old = await added()
  await withdraw(old.id)
  const current = await added({ ...replacementOf(old), replaces: null })
  await expectProblem(putBack(old.id), 409, 'month_published', {
    replaces: current.id,
  })

  await withdraw(current.id)
  expect((await putBack(old.id)).status).toBe(200)
})

it('of two reports or replacements sent at once, the API accepts only one', async () => {
  const report = freshReport()
  const race = async (body: object) => {
    const answers = await Promise.all([add(body), add(body, { key: keys.bob })])
    // Sorts the answers, because either request may win.
    const [first, second] = answers.toSorted((a, b) => a.status - b.status) as [
      Response,
      Response,
    ]
    expect(first.status).toBe(201)
    return { first: (await first.json()) as ReportJson, second }
  }
  const { first, second } = await race(report)
  await expectProblem(second, 409, 'month_published', { replaces: first.id })

  const replaced = await race(replacementOf(first))
  await expectProblem(replaced.second, 409, 'already_replaced')
  expect(replaced.first).toMatchObject({
    status: 'current',
    replaces: first.id,
  })
  expect(
    (await list()).filter(
      ({ report_date }) => report_date === report.report_date,
    ),
  ).toHaveLength(1)
})

it('concurrent withdrawals and restorations of a report take effect alternately', async () => {
  const { id } = await added()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? putBack(id) : withdraw(id))),
  )
  const done = answers.filter(({ status }) => status === 200)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(
    20 - done.length,
  )

  const events = await eventsOf(id)
  expect(events.map(({ sequence }) => sequence)).toEqual(
    done.map((_, index) => index + 1),
  )
  expect(events.map(({ kind }) => kind)).toEqual(
    done.map((_, index) => (index % 2 ? 'restored' : 'withdrawn')),
  )

  await withdraw(id)
  await expectProblem(withdraw(id), 409, 'already_withdrawn')

  await putBack(id)
  await expectProblem(putBack(id), 409, 'not_withdrawn')
})

it('the API returns error codes for invalid report fields', async () => {
  const fields = {
    title: ['required'],
    report_date: ['invalid_month'],
    file_url: ['invalid_url'],
  }
  const bad = { report_date: '2025-20', file_url: 'javascript:alert(1)' }
  await expectProblem(add(bad), 422, 'invalid_fields', { fields })
})

it('the API returns 404 for a change to an unknown report', async () => {
  for (const change of [withdraw, putBack])
    await expectProblem(change(randomUUID()), 404, 'not_found')
})
