import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { seedReports } from '../../tests/support/reports'
import { fillLeads } from './fill'
import { median } from './results'

const leads = 200_000
const reports = 10_000
const times = 5

type Plan = { call: string; ms: number; statement: string; plan: string }

/** What SQLite does for the calls that list something, in a database with 200,000 leads and 10,000 reports. */
export async function explainListCalls(): Promise<Plan[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plans-'))
  const file = join(folder, 'site.db')
  Object.assign(process.env, { DATABASE_URL: `file:${file}`, APP_SECRET: 'only-for-this-benchmark-0123456789' })
  await fillLeads(`file:${file}`, leads)
  seedReports(`file:${file}`, reports, 10)
  const { leadQuerySchema } = await import('@/lib/leads/query')
  const { countQuarantined, listLeads } = await import('@/lib/leads/list-store')
  const { listReports } = await import('@/lib/attestations/store')
  const { enterChanges } = await import('@/lib/attestations/log/store')
  const { reportsRevision } = await import('@/lib/attestations/revision')
  const { closeDatabase } = await import('@/lib/database/client')
  await enterChanges()
  const query = (fields: object) => leadQuerySchema.parse({ limit: '100', ...fields })
  const calls: Record<string, () => Promise<unknown>> = {
    'leads, newest': () => listLeads(query({})),
    'leads, quarantined': () => listLeads(query({ state: 'quarantined' })),
    'leads, undelivered': () => listLeads(query({ state: 'undelivered' })),
    'leads of an address': () => listLeads(query({ email: 'nobody@banque.example' })),
    'leads, a search that finds none': () => listLeads(query({ q: 'nobody at all' })),
    'leads, a language that none has': () => listLeads(query({ language: 'es' })),
    'leads, handled': () => listLeads(query({ status: 'handled' })),
    'leads before a day': () => listLeads(query({ until: '2020-01-01' })),
    'count of quarantined leads': countQuarantined,
    'all reports, once a change': listReports,
    'whether reports changed': reportsRevision,
  }
  const plans: Plan[] = []
  for (const [call, run] of Object.entries(calls)) plans.push(...(await explain(file, call, run)))
  await closeDatabase()
  rmSync(folder, { recursive: true })
  return plans
}

async function explain(file: string, call: string, run: () => Promise<unknown>): Promise<Plan[]> {
  const statements = await statementsOf(run)
  const taken: number[] = []
  for (let time = 0; time < times; time++) {
    const start = performance.now()
    await run()
    taken.push(performance.now() - start)
  }
  const ms = Number(median(taken).toFixed(2))
  const database = new Sqlite(file, { readonly: true })
  const plans = statements.map((statement) => {
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${statement}`).all(valuesFor(statement)) as { detail: string }[]
    return { call, ms, statement: shorten(statement), plan: steps.map(({ detail }) => detail).join('; ') }
  })
  database.close()
  return plans
}

function shorten(statement: string): string {
  return statement.replaceAll('`main`.', '').replace(/^SELECT .*? FROM/, 'SELECT … FROM')
}

// Plans do not depend on them, but each must be there.
function valuesFor(statement: string): string[] {
  return Array.from({ length: statement.split('?').length - 1 }, () => '1')
}

/** The SQL that Prisma hands to SQLite meanwhile. */
export async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  await run()
  const prepare = Sqlite.prototype.prepare
  const statements: string[] = []
  Sqlite.prototype.prepare = function record(this: Sqlite.Database, sql: string) {
    statements.push(sql)
    return prepare.call(this, sql)
  } as typeof prepare
  await run().finally(() => {
    Sqlite.prototype.prepare = prepare
  })
  return statements.filter((sql) => /^\s*(SELECT|WITH)\b/.test(sql))
}
