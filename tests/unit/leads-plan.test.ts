import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { fileOf } from '@/lib/database/address'
import { listLeads } from '@/lib/leads/list-store'
import { listOwners } from '@/lib/leads/manage-store'
import { leadQuerySchema } from '@/lib/leads/query'
import { statementsOf } from '@/scripts/bench/query-plans'

const cursor = Buffer.from('2026-11-22T09:00:00.000Z id').toString('base64url')

async function planOf(run: () => Promise<unknown>): Promise<string[]> {
  const [statement = ''] = await statementsOf(run)
  const database = new Sqlite(fileOf(String(process.env.DATABASE_URL)), { readonly: true })
  const values = Array.from({ length: statement.split('?').length - 1 }, () => '1')
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${statement}`).all(values) as { detail: string }[]
  database.close()
  return steps.map(({ detail }) => detail)
}

// Where there are 100,000 leads, what is not asked for is passed over in an index, and not one row of it is read.
it.each([
  { q: 'nobody' },
  { q: 'nobody at all', cursor },
  { language: 'es' },
  { status: 'handled', cursor },
  { state: 'delivered' },
  { state: 'delivered', q: 'nobody' },
  { state: 'abandoned', q: 'nobody' },
  { status: 'new', language: 'es', q: 'nobody', since: '2026-01-01', until: '2026-02-01' },
])('the list of leads reads an index alone for %j', async (query) => {
  const plan = await planOf(() => listLeads(leadQuerySchema.parse(query)))
  expect(plan).toEqual([expect.stringMatching(/^SEARCH Lead USING COVERING INDEX Lead_list_idx \(receivedAt/)])
})

it('the owners’ names are looked up one by one', async () => {
  const plan = await planOf(listOwners)
  const reads = plan.filter((step) => /\bLead\b/.test(step))
  expect(reads.length).toBeGreaterThan(0)
  for (const read of reads) expect(read).toMatch(/^SEARCH Lead USING COVERING INDEX Lead_owner_idx/)
})
