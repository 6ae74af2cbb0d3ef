import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { toArchive } from '@/lib/attestations/archive'
import { loadFeed } from '@/lib/attestations/feeds'
import { loadArchive, reportsRevision } from '@/lib/attestations/load'
import { reportSchema } from '@/lib/attestations/publish'
import { listReports, restoreReport, saveReport, withdrawReport } from '@/lib/attestations/store'
import { isPostgresql } from '@/lib/database/address'
import { migrateDatabase } from '@/lib/database/migrate'
import { readMigrations } from '@/lib/database/migrations'
import { env } from '@/lib/env'
import { within } from '@/lib/time-limit'
import { validReportWith } from '../support/attestations'
import { runSql } from '../support/database'

const march = '2025-03-01T10:00:00.000+00:00'
const april = '2025-04-01T10:00:00.000+00:00'

it('keeps what an older database knows of withdrawals and restorations', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'history-'))
  const file = join(folder, 'site.db')
  const older = readMigrations('prisma/migrations').filter(({ name }) => name < '20261122020000')
  for (const { name, sql } of older) {
    mkdirSync(join(folder, 'older', name), { recursive: true })
    writeFileSync(join(folder, 'older', name, 'migration.sql'), sql)
  }
  await migrateDatabase(`file:${file}`, join(folder, 'older'))
  const database = new Sqlite(file)
  const insert = database.prepare(
    `INSERT INTO Attestation (id, idempotencyKey, title, fileUrl, reportDate, createdAt, createdBy, withdrawnAt,
       withdrawnBy, withdrawnReason, restoredAt, restoredBy)
     VALUES (@id, @id, 'A', 'https://files.example/x.pdf', '2025-01', '${march}', 'alice', @withdrawn, @by, @reason,
       @restored, @restorer)`,
  )
  const blank = { withdrawn: null, by: null, reason: null, restored: null, restorer: null }
  insert.run({ ...blank, id: 'current' })
  insert.run({ ...blank, id: 'withdrawn', withdrawn: march, by: 'alice', reason: 'A page is missing.' })
  insert.run({ ...blank, id: 'restored', restored: april, restorer: 'bob' })
  insert.run({ ...blank, id: 'again', withdrawn: april, by: 'alice', restored: march, restorer: 'bob' })
  await migrateDatabase(`file:${file}`)
  const columns = 'attestationId, sequence, kind, at, operator, reason'
  const events = database
    .prepare(`SELECT ${columns} FROM AttestationEvent ORDER BY attestationId, sequence`)
    .raw()
    .all()
  expect(events).toEqual([
    ['again', 1, 'restored', march, 'bob', null],
    ['again', 2, 'withdrawn', april, 'alice', null],
    ['restored', 1, 'restored', april, 'bob', null],
    ['withdrawn', 1, 'withdrawn', march, 'alice', 'A page is missing.'],
  ])
  const reports = database.prepare('SELECT id, title, createdBy FROM Attestation ORDER BY id').raw().all()
  expect(reports).toEqual(['again', 'current', 'restored', 'withdrawn'].map((id) => [id, 'A', 'alice']))
  database.close()
  rmSync(folder, { recursive: true })
})

async function saved(fields: object, key: string): Promise<string> {
  const stored = await saveReport(reportSchema.parse(validReportWith(fields)), key.repeat(16), 'alice')
  if (typeof stored === 'string') throw new Error(stored)
  return stored.id
}

async function updatedOf(id: string): Promise<Date | undefined> {
  const { items } = await loadFeed(toArchive(await listReports()), 'en')
  return items.find(({ report }) => report.id === id)?.updated
}

it('dates an entry of the feeds by what happened to its report last', async () => {
  const id = await saved({}, 'a')
  const [first, second, third] = ['2097-01-01', '2097-02-01', '2097-03-01'].map((day) => new Date(day)) as [
    Date,
    Date,
    Date,
  ]
  await withdrawReport(id, 'alice', null, first)
  expect(await updatedOf(id)).toEqual(first)
  await restoreReport(id, 'alice', second)
  expect(await updatedOf(id)).toEqual(second)
  await withdrawReport(id, 'alice', null, third)
  expect(await updatedOf(id)).toEqual(third)
})

it('dates a replaced report in the feeds by its replacement', async () => {
  const old = await saved({}, 'b')
  const published = await updatedOf(old)
  await expect.poll(() => Date.now()).toBeGreaterThan(published?.getTime() ?? Infinity)
  const replacement = await saved({ title: 'Corrected', replaces: old }, 'c')
  expect(await updatedOf(old)).toEqual(await updatedOf(replacement))
})

it('stays withdrawn or current by its own last event, though another report replaced it or is replaced by it', async () => {
  const old = await saved({ report_date: '2024-01' }, 'd')
  const replacement = await saved({ report_date: '2024-01', replaces: old }, 'e')
  await withdrawReport(replacement, 'alice', 'Wrong file.')
  await withdrawReport(old, 'bob', null)
  const statusOf = async (id: string) => toArchive(await listReports()).find((report) => report.id === id)?.status
  expect([await statusOf(old), await statusOf(replacement)]).toEqual(['withdrawn', 'withdrawn'])
  await restoreReport(old, 'bob')
  await restoreReport(replacement, 'bob')
  expect([await statusOf(old), await statusOf(replacement)]).toEqual(['replaced', 'current'])
})

// The command is one for SQLite's file.
it.skipIf(isPostgresql(env.DATABASE_URL))('is read, with names, by the command of docs/security.md', async () => {
  const id = await saved({ report_date: '2023-01' }, 'f')
  await withdrawReport(id, 'bob', 'Wrong month.', new Date('2097-01-01'))
  await restoreReport(id, 'alice', new Date('2097-02-01'))
  const [command = ''] = readFileSync('docs/security.md', 'utf8').match(/^node -e .*FROM AttestationEvent.*$/m) ?? []
  const file = env.DATABASE_URL.replace('file:', '')
  const output = execFileSync('sh', ['-c', command.replace('data/site.db', file)], { encoding: 'utf8' })
  const lines = output.split('\n').filter((line) => line.includes(id))
  expect(lines).toHaveLength(3)
  for (const [line, words] of [
    [lines[0], ['alice', 'added']],
    [lines[1], ['bob', 'withdrawn', 'Wrong month.']],
    [lines[2], ['alice', 'restored']],
  ] as const) {
    for (const word of words) expect(line).toContain(word)
  }
})

it('has a revision that differs after every change, and in a database with as many others, and only then', async () => {
  const seen = [await reportsRevision()]
  const see = async () => seen.push(await reportsRevision())
  const id = await saved({ report_date: '2022-01' }, 'g')
  await see()
  await withdrawReport(id, 'alice', null, new Date('2098-01-01'))
  await see()
  await restoreReport(id, 'alice', new Date('2098-02-01'))
  await see()
  await runSql("UPDATE AttestationEvent SET id = 'other' WHERE attestationId = ? AND sequence = 2", id)
  await see()
  await runSql(`
    INSERT INTO Attestation (id, idempotencyKey, title, fileUrl, reportDate, createdAt, createdBy)
    VALUES ('first', 'first', 'A', 'https://files.example/x.pdf', '2022-02', '2098-03-01T10:00:00.000+00:00', 'alice');
  `)
  await see()
  await runSql("UPDATE Attestation SET id = 'second' WHERE id = 'first'")
  await see()
  expect(new Set(seen).size).toBe(7)
  expect(await reportsRevision()).toBe(seen.at(-1))
})

it('lists all of 10,000 reports, each with its own history', async () => {
  await runSql(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
    INSERT INTO Attestation (id, idempotencyKey, title, fileUrl, reportDate, createdAt, createdBy)
    SELECT 'many-' || i, 'many-' || i, 'Report ' || i, 'https://files.example/x.pdf',
      (2020 + (i / 12) % 6) || '-' || (10 + i % 3), '${march}', 'alice' FROM n;
    INSERT INTO AttestationEvent (id, attestationId, sequence, kind, at, operator, reason)
    SELECT id || '-1', id, 1, 'withdrawn', '${march}', 'alice', 'of ' || id FROM Attestation WHERE id LIKE 'many-%';
    INSERT INTO AttestationEvent (id, attestationId, sequence, kind, at, operator, reason)
    SELECT id || '-2', id, 2, 'restored', '${april}', 'bob', NULL FROM Attestation WHERE id LIKE 'many-%';
  `)
  const reports = await listReports()
  expect(reports.length).toBeGreaterThan(10_000)
  const many = reports.filter(({ id }) => id.startsWith('many-'))
  expect(many).toHaveLength(10_000)
  for (const { id, events } of many) {
    expect(events.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['withdrawn', `of ${id}`],
      ['restored', null],
    ])
  }
})

it('is undefined for the page while the database is away', async () => {
  vi.resetModules()
  vi.stubEnv('DATABASE_URL', `file:${join(tmpdir(), 'no-such-folder', 'site.db')}`)
  const { loadArchive: loadWithout } = await import('@/lib/attestations/load')
  expect(await loadWithout()).toBeUndefined()
  vi.unstubAllEnvs()
  expect((await loadArchive())?.length).toBeGreaterThan(10_000)
})

it('is waited for as long as the page says, and no longer', async () => {
  expect(await within(20, new Promise(() => {}))).toBeUndefined()
  expect(await within(60_000, Promise.resolve('here'))).toBe('here')
})
