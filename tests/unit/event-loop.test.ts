import { setImmediate as turn } from 'node:timers/promises'
import Sqlite, { type Statement } from 'better-sqlite3'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { GET as list } from '@/app/api/contact/route'
import { GET as exportCsv } from '@/app/api/operator/leads.csv/route'
import { readChecks } from '@/lib/health/checks'
import { metricsText } from '@/lib/health/metrics-text'
import * as counts from '@/lib/leads/count-store'
import { deleteOlderThan, findTraces } from '@/lib/leads/erase-store'
import * as leads from '@/lib/leads/list-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { runSql, selectColumn } from '../support/database'
import { addManyLeads } from '../support/many-leads'

const count = 6_500
const examinedAtOnce = 2_000
const readAtOnce = 200
const operator = { Authorization: 'Bearer alice-key-0123456789-0123456789-abc' }
const request = (path: string) =>
  new Request(`http://localhost:3000${path}`, { headers: operator })
const query = (filters: object) => leadQuerySchema.parse(filters)

beforeAll(async () => {
  await addManyLeads(String(process.env.DATABASE_URL), count)
  // Opens the database first, because that also takes turns of the event loop.
  await counts.newestLead()
})

type Prepare = (sql: string) => Statement

let rowsOfStatements: number[]

// Counts the rows of every statement, because SQLite blocks the process until
// it has returned them.
beforeEach(() => {
  rowsOfStatements = []
  const prepare: Prepare = Sqlite.prototype.prepare
  vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function watched(
    this: Sqlite.Database,
    sql: string,
  ) {
    const statement = prepare.call(this, sql)
    const all = statement.all.bind(statement)
    statement.all = (...values: unknown[]) => {
      const rows = all(...values)
      rowsOfStatements.push(rows.length)
      return rows
    }
    return statement
  })
})

/**
 * Counts the turns of the event loop during some work, and the rows that its
 * largest statement returns.
 */
async function watch(work: () => Promise<unknown>) {
  let turns = 0
  let isDone = false
  const counting = (async () => {
    for (; !isDone; turns++) await turn()
  })()
  await work()
  isDone = true
  await counting
  return { turns, rows: Math.max(...rowsOfStatements) }
}

async function anyLead(): Promise<leads.StoredLead> {
  const [lead] = await leads.listLeads(query({ limit: 1 }))
  if (!lead) throw new Error('There is no lead.')
  return lead
}

describe('with thousands of leads in the database', () => {
  // Expects two statements per batch, one to find its end and one to read it.
  const batches = Math.ceil(count / examinedAtOnce)

  it.each<[string, () => Promise<unknown>]>([
    [
      'a search that finds nothing',
      () => leads.listLeads(query({ q: 'nowhere-to-be-found' })),
    ],
    [
      'a list of a state that no lead has',
      () => leads.listLeads(query({ state: 'abandoned' })),
    ],
    [
      'the oldest leads of an owner',
      () => leads.listLeads(query({ owner: 'Nobody', order: 'oldest' })),
    ],
    [
      'the leads of an address',
      () => leads.listLeads(query({ email: 'nobody@nowhere.example' })),
    ],
    [
      'a count of undelivered leads',
      () => counts.countLeads({ state: 'undelivered' }),
    ],
    ['the traces of a person', () => findTraces('nobody@nowhere.example')],
  ])('leads are read in batches for %s', async (_, work) => {
    const { turns, rows } = await watch(work)

    expect(turns).toBeGreaterThanOrEqual(2 * batches)
    expect(rows).toBeLessThanOrEqual(readAtOnce)
  })

  it('leads of the same company are read in batches', async () => {
    const lead = { ...(await anyLead()), company: 'Nowhere', email: '' }

    const { turns, rows } = await watch(() => leads.findRelated(lead))

    expect(turns).toBeGreaterThanOrEqual(2 * batches)
    expect(rows).toBeLessThanOrEqual(readAtOnce)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['the readiness checks', readChecks],
    ['the metrics', metricsText],
    ['the counts of the overview', counts.countWaiting],
  ])('%s read almost no rows', async (_, work) => {
    const { rows } = await watch(work)

    expect(rows).toBeLessThan(100)
  })

  it('the API reads its largest lead page in parts', async () => {
    const { turns, rows } = await watch(async () => {
      const { leads } = await (
        await list(request('/api/contact?limit=500'))
      ).json()
      expect(leads).toHaveLength(500)
    })

    expect(turns).toBeGreaterThan(3)
    expect(rows).toBeLessThanOrEqual(readAtOnce)
  })

  it('other requests are answered between the parts of an export', async () => {
    let answered = 0
    let isDone = false
    const others = (async () => {
      for (; !isDone; answered++) await turn().then(counts.countQuarantined)
    })()

    const answer = await exportCsv(request('/api/operator/leads.csv'))
    const lines = (await answer.text()).split('"Nous').length - 1
    isDone = true
    await others

    expect(lines).toBe(count)
    expect(answered).toBeGreaterThan(count / readAtOnce)
    expect(Math.max(...rowsOfStatements)).toBeLessThanOrEqual(readAtOnce)
  })

  it('expired leads are deleted a few hundred at a time', async () => {
    await runSql('UPDATE Delivery SET dueAt = NULL, deliveredAt = queuedAt')
    await runSql("UPDATE Lead SET status = 'handled'")
    const [middle = ''] = await selectColumn(
      `SELECT receivedAt FROM Lead ORDER BY receivedAt LIMIT 1 OFFSET ${count / 2}`,
    )

    const { turns, rows } = await watch(async () => {
      expect(await deleteOlderThan(new Date(middle), new Date())).toBe(
        count / 2,
      )
    })

    expect(turns).toBeGreaterThan(count / 2 / readAtOnce)
    expect(rows).toBeLessThanOrEqual(readAtOnce)
    expect(await selectColumn('SELECT count(*) FROM Lead')).toEqual([count / 2])
    expect(await selectColumn('SELECT count(*) FROM Delivery')).toEqual([
      count / 2,
    ])
  })
})
