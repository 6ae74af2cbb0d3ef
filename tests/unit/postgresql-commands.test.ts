import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { eraseByEmail } from '@/lib/leads/erase-store'
import { saveLead } from '@/lib/leads/store'
import { fileToCopy } from '@/scripts/database/explain'
import { examine } from '@/scripts/doctor/examine'
import { validContact } from '../support/contact'
import { queryDatabase } from '../support/postgresql'

const url = String(process.env.DATABASE_URL)

it('db:backup and db:restore say that PostgreSQL has tools of its own', () => {
  expect(() => fileToCopy(url)).toThrow('pg_dump and pg_restore')
  expect(fileToCopy('file:./data/site.db')).toBe('./data/site.db')
})

it('the doctor looks at the database, and not at a disk or a file, which PostgreSQL has elsewhere', async () => {
  const findings = (await examine()).map(({ about, state }) => [about, state])
  expect(findings).toContainEqual(['Database', 'ok'])
  expect(findings).toContainEqual(['Migrations', 'ok'])
  expect(findings.filter(([about]) => about === 'Disk' || about === 'Data folder')).toEqual([])
})

it('the metrics tell nothing of a disk that is not theirs to watch', async () => {
  const { metricsText } = await import('@/lib/health/metrics-text')
  const text = await metricsText()
  expect(text).toContain('site_check_ok{check="database_writable"} 1')
  expect(text).not.toMatch(/^site_disk_free_bytes|check="disk_space"/m)
})

it('db:move refuses in one sentence', () => {
  const command = ['--import', 'tsx', 'scripts/move-database.ts', '--from', 'file:/nowhere/site.db', '--to', url]
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env: { ...process.env } })
  expect([status, stderr]).toEqual([1, 'There is no database at /nowhere/site.db.\n'])
})

it('erases the leads of an address in any case of its letters, as on SQLite', async () => {
  await saveLead({ ...validContact, email: 'Eve.É@bank.example' }, 'a-key-of-this-test')
  expect(await eraseByEmail('eVE.É@BANK.example')).toBe(1)
  expect(await queryDatabase(url, 'SELECT id FROM "Lead"')).toEqual([])
})
