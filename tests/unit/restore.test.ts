import { spawnSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { migrateDatabase, readMigrations } from '@/lib/database/migrate'
import { restoreBackup } from '@/lib/database/restore'
import { makeScratchFolder } from '../support/scratch'

let folder: string
let file: string
let backup: string

beforeEach(() => {
  folder = makeScratchFolder('restore-')
  file = join(folder, 'site.db')
  backup = join(folder, 'backup.db')
  for (const [path, id] of [
    [file, 'now'],
    [backup, 'then'],
  ] as const) {
    copyFileSync(join(inject('databaseFolder'), 'template.db'), path)
    write(path, id)
  }
})

afterEach(() => rmSync(folder, { recursive: true }))

const now = new Date('2026-11-22T10:00:00.000Z')
const insert = 'INSERT INTO UnansweredQuestion (id, text, language, lastAskedAt) VALUES (?, ?, ?, 0)'

function write(path: string, id: string) {
  const database = new Sqlite(path)
  database.prepare(insert).run(id, id, 'en')
  database.close()
}

function idsIn(path: string): unknown[] {
  const database = new Sqlite(path, { readonly: true })
  const ids = database.prepare('SELECT id FROM UnansweredQuestion ORDER BY rowid').pluck().all()
  database.close()
  return ids
}

function restore(options = {}) {
  return restoreBackup({ backup, file, now, ...options })
}

/** As the site holds a database: with a write-ahead log, and mostly doing nothing. */
function use(path: string) {
  const database = new Sqlite(path)
  database.pragma('journal_mode = WAL')
  database.prepare('SELECT count(*) FROM Lead').get()
  return database
}

async function expectRefused(sentence: string | RegExp) {
  const before = readdirSync(folder).sort()
  await expect(restore()).rejects.toThrow(sentence)
  expect(readdirSync(folder).sort()).toEqual(before)
}

describe('restoring a backup', () => {
  it('puts it in place, keeps the database before it, and ends the sessions of operators', async () => {
    const database = new Sqlite(backup)
    database.exec(
      "INSERT INTO OperatorSession (tokenHash, operator, createdAt, lastSeenAt) VALUES ('h', 'alice', 0, 0)",
    )
    database.close()
    const { aside, applied, counts } = await restore()
    expect(aside).toBe(`${file}.replaced-20261122T100000.000Z`)
    expect([idsIn(file), idsIn(String(aside)), idsIn(backup)]).toEqual([['then'], ['now'], ['then']])
    expect(applied).toEqual([])
    expect(counts).toMatchObject({ UnansweredQuestion: 1, OperatorSession: 1 })
    const restored = new Sqlite(file, { readonly: true })
    expect(restored.prepare('SELECT count(*) FROM OperatorSession').pluck().get()).toBe(0)
    restored.close()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toHaveLength(3)
  })

  it('where there is no database yet', async () => {
    rmSync(file)
    expect((await restore()).aside).toBeUndefined()
    expect(idsIn(file)).toEqual(['then'])
  })

  it('keeps what a site that crashed has in its write-ahead log only', async () => {
    const crashed = use(file)
    crashed.prepare(insert).run('late', 'late', 'en')
    for (const ending of ['', '-wal', '-shm']) copyFileSync(file + ending, join(folder, `copy${ending}`))
    crashed.close()
    for (const ending of ['', '-wal', '-shm']) copyFileSync(join(folder, `copy${ending}`), file + ending)
    const { aside } = await restore()
    expect(idsIn(String(aside))).toEqual(['now', 'late'])
    expect(idsIn(file)).toEqual(['then'])
  })

  it('in place of a database that is damaged', async () => {
    writeFileSync(file, 'no database '.repeat(1000))
    const { aside } = await restore()
    expect(idsIn(file)).toEqual(['then'])
    expect(readFileSync(String(aside), 'utf8')).toContain('no database')
  })

  it('where a log was left that is not of it, which is kept', async () => {
    rmSync(file)
    writeFileSync(`${file}-wal`, 'a log')
    await restore()
    expect(existsSync(`${file}-wal`)).toBe(false)
    expect(idsIn(file)).toEqual(['then'])
    expect(readFileSync(`${file}.left-wal`, 'utf8')).toBe('a log')
  })

  it('as root, for the user whose database it was', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root can give files away')
    chownSync(file, 4321, 4322)
    await restore()
    expect(statSync(file)).toMatchObject({ uid: 4321, gid: 4322 })
  })

  it('brings an older one up to date', async () => {
    rmSync(backup)
    await migrateDatabase(`file:${backup}`, withMigrations(-1))
    const { applied } = await restore()
    expect(applied).toEqual([readMigrations().at(-1)?.name])
  })
})

function withMigrations(count: number, extra: Record<string, string> = {}): string {
  const target = join(makeScratchFolder('migrations-'))
  const kept = readMigrations().slice(0, count)
  for (const { name, sql } of [...kept, ...Object.entries(extra).map(([name, sql]) => ({ name, sql }))]) {
    mkdirSync(join(target, name), { recursive: true })
    writeFileSync(join(target, name, 'migration.sql'), sql)
  }
  return target
}

describe('a backup is not restored, and nothing changes', () => {
  it('while a site uses the database, even one that does nothing', async () => {
    const site = use(file)
    await expectRefused(`The database ${file} is in use: stop the site and what else uses it, then restore.`)
    site.close()
    expect(idsIn(file)).toEqual(['now'])
  })

  it('while a site uses a database that is damaged', async () => {
    const site = use(file)
    site.prepare(insert).run('late', 'late', 'en')
    // By another process: closing the file in this one would end this one's locks on it (fcntl(2)).
    const damage = `require('node:fs').writeFileSync(process.argv[1], 'x'.repeat(100), { flag: 'r+' })`
    expect(spawnSync(process.execPath, ['-e', damage, file]).status).toBe(0)
    await expectRefused(/ is in use: /)
    site.close()
  })

  it('when it is missing', async () => {
    rmSync(backup)
    await expectRefused(`There is no backup at ${backup}.`)
  })

  it('when it is the database', async () => {
    const before = readdirSync(folder)
    await expect(restore({ backup: file })).rejects.toThrow(`${file} is the database itself: name one of its backups.`)
    expect(readdirSync(folder)).toEqual(before)
  })

  it('when it is damaged', async () => {
    const bytes = readFileSync(backup)
    writeFileSync(backup, bytes.fill('x', 4096))
    await expectRefused(/damaged/)
    expect(idsIn(file)).toEqual(['now'])
  })

  it('when it is no database, or of another program, or empty', async () => {
    writeFileSync(backup, 'a letter '.repeat(1000))
    await expectRefused(`${backup} is damaged, or no database.`)
    writeFileSync(backup, '')
    await expectRefused(`${backup} is no backup of this site.`)
    rmSync(backup)
    new Sqlite(backup).exec('CREATE TABLE a (b)').close()
    await expectRefused(`The database ${backup} belongs to another program`)
  })

  it('when it is newer than the site', async () => {
    rmSync(backup)
    await migrateDatabase(`file:${backup}`, withMigrations(100, { '29990101000000_later': 'CREATE TABLE Later (id)' }))
    await expectRefused(`The database ${backup} is newer than this version of the site (it has 29990101000000_later).`)
  })
})
