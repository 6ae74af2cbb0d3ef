import { expect, it } from 'vitest'
import { backUp } from '@/lib/database/backup'
import { migrateDatabase } from '@/lib/database/migrate'
import { openDatabase } from '@/lib/database/postgresql/client'
import { eraseLeads, findTraces } from '@/lib/leads/erase-store'
import { saveLead } from '@/lib/leads/lead-store'
import { validContact } from '../support/contact'
import { beside, selectColumnAt } from '../support/database'

const url = String(process.env.DATABASE_URL)

it.each([
  [
    'does not exist',
    () => beside(url, 'nowhere'),
    /nowhere on 127\.0\.0\.1:\d+ does not exist \(3D000\): create it/,
  ],
  [
    'refuses the password',
    () => url.replace(/:[^:@]+@/, ':wrong-word@'),
    /refuses the user or password/,
  ],
  [
    'does not answer',
    () => url.replace(/:\d+\//, ':1/'),
    /does not answer \(ECONNREFUSED\)/,
  ],
])(
  'a database that %s is reported without its password',
  async (_, address, message) => {
    const error = await migrateDatabase(address()).catch(
      (reason: Error) => reason,
    )

    expect(error).toMatchObject({
      name: 'DatabaseUnavailable',
      message: expect.stringMatching(message),
    })
    expect(String(error)).not.toMatch(
      new RegExp(`wrong-word|${new URL(url).password}`),
    )
  },
)

it.each([
  [
    'another time zone',
    '-c TimeZone=America/Toronto',
    /TimeZone=America\/Toronto/,
  ],
  [
    'commits that do not wait for the disk',
    '-c synchronous_commit=off -c TimeZone=UTC',
    /synchronous_commit=off/,
  ],
])('a PostgreSQL session with %s is refused', async (_, options, message) => {
  await expect(
    openDatabase(`${url}?options=${encodeURIComponent(options)}`),
  ).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
    message: expect.stringMatching(message),
  })
})

it('PostgreSQL sorts text by its bytes, like SQLite', async () => {
  const collations = `SELECT DISTINCT coalesce(collation_name, 'none') FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'text' AND table_name <> '_prisma_migrations'`
  expect(await selectColumnAt(url, collations)).toEqual(['C'])
})

it('npm run db:backup refuses PostgreSQL and recommends pg_dump', () => {
  expect(() => backUp(url)).toThrow('back it up with pg_dump')
})

it('PostgreSQL erases an address’s leads regardless of case, like SQLite', async () => {
  await saveLead(
    { ...validContact, email: 'Eve.É@bank.example' },
    'a-key-of-this-test',
  )
  const { leads } = await findTraces('eVE.É@BANK.example')

  expect(await eraseLeads(leads, 'alice')).toBe(1)
})

it('no disk space is reported for PostgreSQL, whose disk belongs to its server', async () => {
  const { metricsText } = await import('@/lib/health/metrics-text')

  const text = await metricsText()

  expect(text).toContain('site_check_ok{check="database_writable"} 1')
  expect(text).not.toMatch(/^site_disk_free_bytes|check="disk_space"/m)
})
