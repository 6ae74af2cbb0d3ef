import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { POST as restore } from '@/app/api/attestations/[id]/restore/route'
import { DELETE } from '@/app/api/attestations/[id]/route'
import { GET, POST } from '@/app/api/attestations/route'
import type { ReportJson } from '@/lib/attestations/json'
import { reportAnswerSchema } from '@/lib/attestations/response-schema'
import { log } from '@/lib/log'
import { freshReport, keys, siteRequest, validReport, validReportWith, withId } from '../support/attestations'
import { holdLock, runSql, selectColumn } from '../support/database'

type Options = { key?: string; headers?: Record<string, string> }

function add(report: object = freshReport(), { key = keys.alice, headers }: Options = {}) {
  return POST(siteRequest('POST', '/api/attestations', { key, headers, body: report }))
}

async function added(report: object = freshReport()): Promise<ReportJson> {
  const response = await add(report)
  expect(response.status).toBe(201)
  return response.json()
}

/** A report that replaces another one, with its month. */
function replacementOf({ id, report_date, as_of }: ReportJson, fields: object = {}) {
  return { ...validReport, report_date, as_of, replaces: id, ...fields }
}

function withdraw(id: string, reason?: string, key = keys.alice) {
  const body = reason === undefined ? undefined : { reason }
  return DELETE(siteRequest('DELETE', `/api/attestations/${id}`, { key, body }), withId(id))
}

function putBack(id: string) {
  return restore(siteRequest('POST', `/api/attestations/${id}/restore`, { key: keys.bob }), withId(id))
}

async function list(query = ''): Promise<ReportJson[]> {
  const response = await GET(siteRequest('GET', `/api/attestations${query}`))
  expect(response.headers.get('cache-control')).toBe('no-store')
  return response.json()
}

async function expectProblem(response: Response, status: number, error: object) {
  expect([response.status, await response.json()]).toEqual([status, { error }])
}

async function eventsOf(id: string) {
  return runSql('SELECT * FROM AttestationEvent WHERE attestationId = ? ORDER BY sequence', id)
}

describe('the life of a report', () => {
  it('is added, withdrawn and restored, as its public history tells without names, and rows and log with them', async () => {
    const info = vi.spyOn(log, 'info')
    const report = await added()
    const { id } = report
    const { title, sha256, gold_ounces } = validReport
    const coverage = { gold_coverage: '1', silver_coverage: '0.9999' }
    expect(report).toMatchObject({ title, sha256, gold_ounces, ...coverage, status: 'current' })
    expect(await selectColumn('SELECT createdBy FROM Attestation WHERE id = ?', id)).toEqual(['alice'])
    expect(await list()).toContainEqual(report)
    expect(reportAnswerSchema.parse(report)).toEqual(report)
    for (const reason of ['First draft.', 'Second draft.']) {
      const withdrawn = await withdraw(id, reason)
      expect([withdrawn.status, Object.keys(await withdrawn.json())]).toEqual([200, ['id', 'withdrawn_at']])
      expect((await list()).map((each) => each.id)).not.toContain(id)
      expect((await putBack(id)).status).toBe(200)
    }
    const at = expect.stringMatching(/^20\d\d-.+Z$/)
    const logged = { log_entry: expect.any(Number), log_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }
    const happened = (kind: string, reason: string | null = null) => ({ kind, at, reason, ...logged })
    const kept = [
      happened('added'),
      ...[happened('withdrawn', 'First draft.'), happened('restored')],
      ...[happened('withdrawn', 'Second draft.'), happened('restored')],
    ]
    const restored = (await list()).find((each) => each.id === id)
    expect(restored).toMatchObject({ status: 'current', withdrawn_at: null, withdrawn_reason: null, history: kept })
    await withdraw(id, 'Third draft.')
    const gone = (await list('?include=history')).find((each) => each.id === id)
    const withdrawal = { withdrawn_at: gone?.history[5]?.at, withdrawn_reason: 'Third draft.' }
    expect(gone).toMatchObject({ status: 'withdrawn', ...withdrawal })
    expect(gone?.history).toEqual([...kept, happened('withdrawn', 'Third draft.')])
    expect(reportAnswerSchema.parse(gone)).toEqual(gone)
    expect(JSON.stringify(gone)).not.toMatch(/alice|bob/)
    expect((await eventsOf(id)).map(({ operator }) => operator)).toEqual(['alice', 'bob', 'alice', 'bob', 'alice'])
    expect(info.mock.calls.slice(0, 3)).toEqual([
      [{ operator: 'alice', report: id, replaces: null }, 'report added'],
      [{ operator: 'alice', report: id }, 'report withdrawn'],
      [{ operator: 'bob', report: id }, 'report restored'],
    ])
  })

  it('may have no figures, and then has no coverage', async () => {
    const { title, report_date, file_url } = freshReport()
    const none = { gold_ounces: null, gold_coverage: null, silver_ounces: null, silver_coverage: null, sha256: null }
    expect(await added({ title, report_date, file_url })).toMatchObject(none)
  })

  it('is listed with the newest month first', async () => {
    for (const month of ['2023-05', '2024-12', '2023-06']) await added(validReportWith({ report_date: month }))
    const months = (await list()).map(({ report_date }) => report_date)
    expect(months).toEqual(months.toSorted().toReversed())
  })

  it('is deleted without a body, as specified, and with an empty one of any type', async () => {
    const { id } = await added()
    expect((await withdraw(id)).status).toBe(200)
    expect(await eventsOf(id)).toMatchObject([{ kind: 'withdrawn', reason: null }])
    const { id: other } = await added()
    const headers = { 'Content-Type': 'application/json' }
    const request = siteRequest('DELETE', `/api/attestations/${other}`, { key: keys.alice, headers, body: '' })
    const answer = await DELETE(request, withId(other))
    expect([answer.status, await answer.json()]).toEqual([200, { id: other, withdrawn_at: expect.any(String) }])
  })

  it('that does not exist cannot be withdrawn, restored or replaced', async () => {
    await expectProblem(await withdraw(randomUUID()), 404, { code: 'not_found' })
    await expectProblem(await putBack(randomUUID()), 404, { code: 'not_found' })
    const fields = { replaces: ['unknown_report'] }
    await expectProblem(await add(freshReport({ replaces: randomUUID() })), 422, { code: 'invalid_fields', fields })
  })

  it('links a replacement with what it replaces, which leaves the list and does not come back', async () => {
    const old = await added()
    const next = await added(replacementOf(old, { title: 'Corrected' }))
    const history = await list('?include=history')
    expect(history.find(({ id }) => id === old.id)).toMatchObject({ status: 'replaced', replaced_by: next.id })
    expect(next.replaces).toBe(old.id)
    await withdraw(next.id)
    const listed = (await list()).map(({ id }) => id)
    expect(listed).not.toContain(old.id)
    expect(listed).not.toContain(next.id)
  })

  it('is added once for a repeated request, and not for another report with its key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const report = freshReport()
    const sent = await Promise.all(Array.from({ length: 20 }, () => add(report, { headers })))
    const ids = await Promise.all(sent.map(async (response) => (await response.json()).id))
    expect(new Set(ids).size).toBe(1)
    const other = await add({ ...report, title: 'Other' }, { headers })
    await expectProblem(other, 422, { code: 'idempotency_key_reused' })
    await expectProblem(await add(report, { headers: { 'Idempotency-Key': 'short' } }), 400, {
      code: 'invalid_idempotency_key',
    })
  })
})

describe('the month of a report', () => {
  it('stays the same in a replacement', async () => {
    const old = await added()
    const fields = { report_date: ['other_month'] }
    await expectProblem(await add(freshReport({ replaces: old.id })), 422, { code: 'invalid_fields', fields })
  })

  it('has its figures, unless a day outside it is confirmed; never a day to come', async () => {
    const report = freshReport({ as_of: '2024-01-31' })
    const refused = { code: 'invalid_fields', fields: { as_of: ['outside_month'] } }
    await expectProblem(await add(report), 422, refused)
    const confirmed = await added({ ...report, as_of_confirmed: true })
    expect(confirmed).toMatchObject({ as_of: '2024-01-31', report_date: report.report_date })
    const future = { code: 'invalid_fields', fields: { as_of: ['future_day'] } }
    await expectProblem(await add(freshReport({ as_of: '2999-01-31', as_of_confirmed: true })), 422, future)
  })

  it('has one report on the list, also when a withdrawn one is to come back', async () => {
    const old = await added()
    await withdraw(old.id)
    const { report_date, as_of } = old
    const current = await added({ ...validReport, report_date, as_of })
    await expectProblem(await putBack(old.id), 409, { code: 'month_published', replaces: current.id })
    await withdraw(current.id)
    expect((await putBack(old.id)).status).toBe(200)
  })
})

describe('two operators at once', () => {
  const statusesOf = (answers: Response[]) => answers.map(({ status }) => status).toSorted()

  it('add to one month: one does, the other is asked whether to replace it', async () => {
    const report = freshReport()
    const both = await Promise.all([add(report), add(report, { key: keys.bob })])
    // Either may be the first.
    const answers = both.toSorted((a, b) => a.status - b.status)
    expect(statusesOf(answers)).toEqual([201, 409])
    const [first, second] = await Promise.all(answers.map((answer) => answer.json()))
    expect(second).toEqual({ error: { code: 'month_published', replaces: first.id } })
    expect(await added(replacementOf(first))).toMatchObject({ status: 'current', replaces: first.id })
    const listed = await list()
    expect(listed.filter(({ report_date }) => report_date === report.report_date)).toHaveLength(1)
  })

  it('replace one report: one does, the other is told', async () => {
    const report = replacementOf(await added())
    const answers = await Promise.all([add(report), add(report, { key: keys.bob })])
    expect(statusesOf(answers)).toEqual([201, 409])
    const late = answers.find(({ status }) => status === 409)
    await expectProblem(late as Response, 409, { code: 'already_replaced' })
  })

  it('withdraw and restore one report, ten of each at once: one does, the history alternates and loses nothing', async () => {
    const { id } = await added()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? putBack(id) : withdraw(id, `${n}`))),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(20 - done.length)
    const events = await eventsOf(id)
    expect(events.map(({ sequence }) => sequence)).toEqual(done.map((_, index) => index + 1))
    expect(events.map(({ kind }) => kind)).toEqual(done.map((_, index) => (index % 2 ? 'restored' : 'withdrawn')))
    await withdraw(id)
    await expectProblem(await withdraw(id), 409, { code: 'already_withdrawn' })
    await putBack(id)
    await expectProblem(await putBack(id), 409, { code: 'not_withdrawn' })
  })
})

it('bad requests are answered 422 with a code for every bad field, and malformed ones 400', async () => {
  const fields = { title: ['required'], report_date: ['invalid_month'], file_url: ['invalid_url'] }
  const bad = { report_date: '2025-20', file_url: 'javascript:alert(1)' }
  await expectProblem(await add(bad), 422, { code: 'invalid_fields', fields })
  const broken = siteRequest('POST', '/api/attestations', { key: keys.alice, body: '{' })
  await expectProblem(await POST(broken), 400, { code: 'malformed' })
})

it('requests are answered 503 while another program locks the database', async () => {
  const release = await holdLock()
  await expectProblem(await add(), 503, { code: 'unavailable' })
  await release()
  expect((await add()).status).toBe(201)
})
