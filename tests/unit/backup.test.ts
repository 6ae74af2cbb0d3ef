import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { fileOf } from '@/lib/database/address'
import { backUp } from '@/lib/database/backup'
import { withFullDisk } from '../support/full-disk'
import { makeScratchFolder } from '../support/scratch'

let folder: string
let file: string
let backups: string

beforeEach(() => {
  folder = makeScratchFolder('backup-')
  file = join(folder, 'site.db')
  backups = join(folder, 'backups')
  copyFileSync(fileOf(inject('template')), file)
})

afterEach(() => rmSync(folder, { recursive: true }))

const make = (to?: string, now?: Date) => backUp(`file:${file}`, to, now)

describe('a backup', () => {
  it('is one private file, named after its time, with rows that are only in the log, and without sessions', () => {
    const database = new Sqlite(file)
    database.pragma('journal_mode = WAL')
    database.exec(`
      INSERT INTO UnansweredQuestion (id, text, language, lastAskedAt) VALUES ('1', '?', 'en', 0);
      INSERT INTO OperatorSession (tokenHash, operator, createdAt, lastSeenAt) VALUES ('h', 'alice', 0, 0)`)
    const { file: written } = make(undefined, new Date('2026-11-22T10:00:00.000Z'))
    const name = 'site-20261122T100000.000Z.db'
    database.close()
    expect([written, ...readdirSync(backups)]).toEqual([join(backups, name), name])
    expect([statSync(written).mode & 0o777, statSync(backups).mode & 0o777]).toEqual([0o600, 0o700])
    const copy = new Sqlite(written, { readonly: true })
    expect(copy.prepare('SELECT id FROM UnansweredQuestion').pluck().all()).toEqual(['1'])
    expect(copy.prepare('SELECT count(*) FROM OperatorSession').pluck().get()).toBe(0)
    copy.close()
  })

  it('has nothing left of rows that were erased before', () => {
    const mark = 'erased-'.repeat(20)
    const database = new Sqlite(file)
    const insert = `INSERT INTO UnansweredQuestion (id, text, language, lastAskedAt) VALUES ('1', ?, 'en', 0)`
    database.prepare(insert).run(mark)
    database.exec('DELETE FROM UnansweredQuestion')
    database.close()
    expect(readFileSync(file).includes(mark)).toBe(true)
    expect(readFileSync(make().file).includes(mark)).toBe(false)
  })
})

describe('old backups', () => {
  const old = 'site-20260101T000000.000Z.db'

  function put(ageDays: number, ...names: string[]) {
    const time = Date.now() / 1000 - ageDays * 24 * 60 * 60
    mkdirSync(backups, { recursive: true })
    for (const name of names) {
      writeFileSync(join(backups, name), '')
      utimesSync(join(backups, name), time, time)
    }
  }

  it('are deleted after 30 days, unfinished ones as well, and nothing else is', () => {
    const others = ['site.db', 'site-notes.txt', 'other-20200101T000000.000Z.db', 'site-20200101T000000.000Z.db.txt']
    const recent = 'site-20260102T000000.000Z.db'
    put(31, old, `${old}.partial`, ...others)
    put(29, recent)
    const { file: written, deleted } = make()
    expect(deleted.sort()).toEqual([old, `${old}.partial`])
    expect(readdirSync(backups).sort()).toEqual([recent, basename(written), ...others].sort())
  })

  it('stay when the new one fails', () => {
    put(300, old)
    writeFileSync(file, 'no database '.repeat(1000))
    expect(() => make()).toThrow('is damaged or not a database')
    expect(readdirSync(backups)).toEqual([old])
  })
})

describe('a backup that fails names the cause in one sentence and leaves nothing', () => {
  it('without a database, and in a folder that is not writable', () => {
    // A file in place of the folder: not even root can write into it.
    expect(() => make(file)).toThrow('cannot be written to')
    rmSync(file)
    expect(() => make()).toThrow(`There is no database at ${file}.`)
    expect(readdirSync(folder)).toEqual([])
  })

  it('on a full disk', async ({ skip }) => {
    await withFullDisk(skip, folder, async (disk) => {
      expect(() => make(disk)).toThrow(`The disk of ${disk} is full: make room`)
      expect(readdirSync(disk)).toEqual([])
    })
  })

  it('in a folder that is missing, with exit code 1', () => {
    const env = { ...process.env, DATABASE_URL: `file:${file}`, BACKUP_FOLDER: join(folder, 'disk') }
    const command = ['--import', 'tsx', 'scripts/backup.ts']
    const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^The folder \S+ does not exist: [^\n]+\n$/)])
  })
})
