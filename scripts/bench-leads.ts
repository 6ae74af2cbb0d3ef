// `npm run bench:leads`: accepted leads a second with durable writes, beside a bare loop with the same pragmas.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHistogram, performance } from 'node:perf_hooks'
import Sqlite from 'better-sqlite3'
import { migrateDatabase } from '@/lib/database/migrate'
import { contactRequest, validContact } from '../tests/support/contact'

const count = 3000
const writers = 8

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const databaseUrl = `file:${join(folder, 'site.db')}`
process.env.DATABASE_URL = databaseUrl
process.env.LOG_LEVEL = 'silent'
for (const limit of ['PER_CLIENT', 'PER_EMAIL', 'GLOBAL', 'FLOOD']) process.env[`LIMIT_CONTACT_${limit}`] = '1000000'
process.env.APP_SECRET = 'only-for-this-benchmark-0123456789'

await migrateDatabase(databaseUrl)
const { POST } = await import('@/app/api/contact/route')
const { saveLead } = await import('@/lib/leads/store')
const { contactSchema } = await import('@/lib/leads/schema')

const rows = [
  await measure('better-sqlite3 alone, one INSERT a commit', 1, await bareInsert()),
  await measure('Prisma: saveLead()', writers, async () => {
    await saveLead({ ...validContact, email: `${randomUUID()}@banque.example` }, randomUUID())
  }),
  await measure('the handler: POST /api/contact', writers, postLead),
  await measure('of which reading and validating', writers, async () => {
    contactSchema.safeParse(await request().json())
  }),
]
const [bare] = rows
console.table(
  rows.map((row) => ({
    ...row,
    'of bare': `${Math.round((100 * row['per second']) / (bare?.['per second'] ?? Number.NaN))} %`,
  })),
)
rmSync(folder, { recursive: true })

async function measure(what: string, parallel: number, work: () => Promise<void> | void) {
  for (let index = 0; index < 200; index++) await work()
  const histogram = createHistogram()
  const timed = performance.timerify(work, { histogram })
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: parallel }, run))
  const seconds = (performance.now() - startedAt) / 1000
  const milliseconds = (percentile: number) => Number((histogram.percentile(percentile) / 1e6).toFixed(2))
  return {
    what,
    'per second': Math.round(histogram.count / seconds),
    'p50 ms': milliseconds(50),
    'p99 ms': milliseconds(99),
  }

  async function run() {
    for (let index = 0; index < count / parallel; index++) await timed()
  }
}

async function bareInsert() {
  await migrateDatabase(`file:${join(folder, 'bare.db')}`)
  const database = new Sqlite(join(folder, 'bare.db'))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  const insert = database.prepare(
    `INSERT INTO Lead (id, idempotencyKey, bodyHash, receivedAt, name, email, company, phone, message, language)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const { name, company, phone, message, language } = validContact
  return () => {
    const id = randomUUID()
    insert.run(id, id, id, new Date().toISOString(), name, `${id}@banque.example`, company, phone, message, language)
  }
}

function request(): Request {
  // Each message differs: equal ones from many addresses would be spam.
  const contact = { ...validContact, message: randomUUID(), email: `${randomUUID()}@banque.example` }
  return contactRequest(contact, { 'Idempotency-Key': randomUUID() })
}

async function postLead() {
  const response = await POST(request())
  if (response.status !== 201) throw new Error(`The handler answered ${response.status}.`)
}
