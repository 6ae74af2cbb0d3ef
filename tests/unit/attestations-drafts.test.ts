import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { POST as publish } from '@/app/api/attestations/drafts/[id]/publish/route'
import { DELETE, GET, PUT } from '@/app/api/attestations/drafts/[id]/route'
import { POST as create, GET as list } from '@/app/api/attestations/drafts/route'
import { GET as listReports } from '@/app/api/attestations/route'
import { reportsRevision } from '@/lib/attestations/load'
import { getDatabase } from '@/lib/database/client'
import { keys, siteRequest, validReport, withId } from '../support/attestations'

const path = '/api/attestations/drafts'
const key = keys.alice

async function save(fields: object): Promise<string> {
  return (await (await create(siteRequest('POST', path, { key, body: fields }))).json()).id
}

async function publishDraft(id: string, by = key) {
  const response = await publish(siteRequest('POST', `${path}/${id}/publish`, { key: by }), withId(id))
  return { status: response.status, body: await response.json() }
}

async function read(id: string) {
  return (await GET(siteRequest('GET', `${path}/${id}`, { key }), withId(id))).json()
}

async function reports() {
  return (await listReports(siteRequest('GET', '/api/attestations?include=history'))).json()
}

beforeEach(async () => {
  const database = await getDatabase()
  await database.attestationDraft.deleteMany({})
})

describe('a draft', () => {
  it('keeps what was typed, complete or not, and says what is missing', async () => {
    const id = await save({ title: ' Begun ', report_date: 'May 2025', gold_ounces: '1,5' })
    expect(await read(id)).toMatchObject({
      id,
      title: ' Begun ',
      report_date: 'May 2025',
      gold_ounces: '1,5',
      file_url: '',
      problems: { report_date: ['invalid_month'], file_url: ['required'], gold_ounces: ['invalid_figure'] },
      updated_by: 'alice',
    })
    expect((await read(await save(validReport))).problems).toEqual({})
  })

  it('is changed by any operator, and listed with the others, the one changed last first', async () => {
    const first = await save({ title: 'First' })
    const second = await save({ title: 'Second' })
    const changed = await PUT(
      siteRequest('PUT', `${path}/${first}`, { key: keys.bob, body: { title: 'Changed' } }),
      withId(first),
    )
    expect(await changed.json()).toMatchObject({ id: first, title: 'Changed', updated_by: 'bob' })
    const drafts = await (await list(siteRequest('GET', path, { key }))).json()
    expect(drafts.map(({ id }: { id: string }) => id)).toEqual([first, second])
  })

  it('is nothing that the public gets', async () => {
    const before = [await reports(), await reportsRevision()]
    await save({ ...validReport, title: 'Not for everybody yet' })
    expect([await reports(), await reportsRevision()]).toEqual(before)
    expect((await list(siteRequest('GET', path))).status).toBe(401)
  })

  it('is refused when a field is beyond measure, or no text', async () => {
    const refused = await create(siteRequest('POST', path, { key, body: { title: 'x'.repeat(4001), firm: 7 } }))
    expect(await refused.json()).toEqual({
      error: { code: 'invalid_fields', fields: { title: ['too_long'], firm: ['invalid'] } },
    })
  })

  it('is gone once it is deleted', async () => {
    const id = await save({})
    const remove = () => DELETE(siteRequest('DELETE', `${path}/${id}`, { key }), withId(id))
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    expect((await PUT(siteRequest('PUT', `${path}/${id}`, { key, body: {} }), withId(id))).status).toBe(404)
    expect((await publishDraft(id)).status).toBe(404)
  })
})

describe('publishing a draft', () => {
  it('makes one report of it, however often and by however many it is asked', async () => {
    const id = await save({ ...validReport, title: 'Published once' })
    const answers = await Promise.all([publishDraft(id), publishDraft(id, keys.bob), publishDraft(id)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await publishDraft(id)).body.id).toBe(answers[0]?.body.id)
    const published = (await reports()).filter(({ title }: { title: string }) => title === 'Published once')
    expect(published).toHaveLength(1)
    expect(await read(id)).toEqual({ error: { code: 'not_found' } })
  })

  it('makes one report when it was ended between storing the report and removing the draft', async () => {
    const id = await save({ ...validReport, title: 'Ended in between' })
    const first = await publishDraft(id)
    const database = new Sqlite((process.env.DATABASE_URL ?? '').replace('file:', ''), { timeout: 5000 })
    const now = new Date().toISOString()
    const insert = database.prepare('INSERT INTO AttestationDraft VALUES (?, ?, ?, ?, ?, ?)')
    insert.run(id, JSON.stringify({ ...validReport, title: 'Ended in between' }), now, 'alice', now, 'alice')
    database.close()
    expect((await publishDraft(id)).body.id).toBe(first.body.id)
    expect((await read(id)).error.code).toBe('not_found')
  })

  it('says what is missing, and keeps it', async () => {
    const id = await save({ title: 'Incomplete' })
    expect(await publishDraft(id)).toEqual({
      status: 422,
      body: { error: { code: 'invalid_fields', fields: { report_date: ['required'], file_url: ['required'] } } },
    })
    expect((await read(id)).title).toBe('Incomplete')
  })

  it('refuses a second replacement of one report, and keeps the draft', async () => {
    const replaces = (await publishDraft(await save(validReport))).body.id
    await publishDraft(await save({ ...validReport, replaces }))
    const late = await save({ ...validReport, replaces })
    expect(await publishDraft(late)).toEqual({ status: 409, body: { error: { code: 'already_replaced' } } })
    expect((await read(late)).replaces).toBe(replaces)
  })
})
