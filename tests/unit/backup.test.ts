import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { backUp } from '@/lib/database/backup'
import { makeScratchFolder } from '../support/scratch'

let folder: string
let file: string
let backups: string

beforeEach(() => {
  folder = makeScratchFolder('backup-')
  file = join(folder, 'site.db')
  backups = join(folder, 'backups')
  copyFileSync(join(inject('databaseFolder'), 'template.db'), file)
})

afterEach(() => rmSync(folder, { recursive: true }))

const dayMs = 24 * 60 * 60 * 1000
const now = new Date('2026-11-22T10:00:00.000Z')
const options = { keep: 30, keepDays: 30, now }

function dated(time: number): string {
  return `site-${new Date(time).toISOString().replace(/[-:]/g, '')}.db`
}

function open(path: string) {
  const database = new Sqlite(path, { fileMustExist: true })
  database.pragma('journal_mode = WAL')
  return database
}

// Each writes the same number into two tables in one transaction, again and again, until it is stopped.
const writer = `
  const database = new (require('better-sqlite3'))(process.env.WRITTEN, { timeout: 30000 })
  const write = database.transaction(() => database.exec('INSERT INTO First VALUES (1); INSERT INTO Second VALUES (1)'))
  setInterval(() => write.immediate(), 1)
`

async function startWriters(count: number) {
  const database = open(file)
  database.exec('CREATE TABLE First (number); CREATE TABLE Second (number)')
  const env = { ...process.env, WRITTEN: file }
  const writers = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', writer], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
  )
  const written = () => Number(database.prepare('SELECT count(*) FROM First').pluck().get())
  const stop = async () => {
    for (const each of writers) each.kill('SIGKILL')
    await Promise.all(writers.map((each) => each.exitCode === null && each.signalCode === null && once(each, 'exit')))
    database.close()
  }
  return { written, stop, areAlive: () => writers.every((each) => each.exitCode === null) }
}

describe('a backup', () => {
  it('is whole and of one moment while eight processes write, who go on meanwhile', async () => {
    const writers = await startWriters(8)
    try {
      // Many pages, so that the writers come in between.
      const filler = open(file)
      filler.exec('CREATE TABLE Filler (bytes)')
      const insert = filler.prepare('INSERT INTO Filler VALUES (randomblob(4000))')
      filler.transaction(() => Array.from({ length: 4000 }, () => insert.run()))()
      filler.close()
      await expect.poll(writers.written, { timeout: 60_000 }).toBeGreaterThan(50)
      const before = writers.written()
      const backup = await backUp({ ...options, file })
      await expect.poll(writers.written, { timeout: 60_000 }).toBeGreaterThan(Number(backup.counts.First))
      expect(writers.areAlive()).toBe(true)
      const copy = new Sqlite(backup.file, { readonly: true })
      expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
      const [first, second, filled] = ['First', 'Second', 'Filler'].map((table) =>
        copy.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
      )
      copy.close()
      expect(first).toBe(second)
      expect(filled).toBe(4000)
      expect(first).toBeGreaterThanOrEqual(before)
      expect(backup.counts).toMatchObject({ First: first, Second: second, Filler: 4000 })
    } finally {
      await writers.stop()
    }
  })

  it('is one file that nobody else may read, named after its time, and holds what is only in the log', async () => {
    const database = open(file)
    database.exec("INSERT INTO UnansweredQuestion (id, text, language, lastAskedAt) VALUES ('1', '?', 'en', 0)")
    const { file: written, bytes } = await backUp({ ...options, file })
    database.close()
    expect(written).toBe(join(backups, 'site-20261122T100000.000Z.db'))
    expect(readdirSync(backups)).toEqual(['site-20261122T100000.000Z.db'])
    expect(statSync(written)).toMatchObject({ size: bytes })
    expect([statSync(written).mode & 0o777, statSync(backups).mode & 0o777]).toEqual([0o600, 0o700])
    const copy = new Sqlite(written, { readonly: true })
    expect(copy.prepare('SELECT id FROM UnansweredQuestion').pluck().all()).toEqual(['1'])
    copy.close()
  })
})

it('what was erased before a backup is not in its file either', async () => {
  const mark = 'erased-'.repeat(20)
  const database = new Sqlite(file)
  database
    .prepare(`INSERT INTO UnansweredQuestion (id, text, language, lastAskedAt) VALUES ('1', ?, 'en', 0)`)
    .run(mark)
  database.exec('DELETE FROM UnansweredQuestion')
  database.close()
  expect(readFileSync(file).includes(mark)).toBe(true)
  const { file: written } = await backUp({ ...options, file })
  expect(readFileSync(written).includes(mark)).toBe(false)
})

describe('old backups', () => {
  const others = ['site.db', 'site-notes.txt', 'other-20200101T000000.000Z.db', 'site-20200101T000000.000Z.db.txt']

  function put(...names: string[]) {
    mkdirSync(backups, { recursive: true })
    for (const name of names) writeFileSync(join(backups, name), '')
  }

  it('are deleted beyond their number, and nothing else is', async () => {
    const earlier = [1, 2, 3, 4].map((days) => dated(Number(now) - days * dayMs))
    put(...earlier, ...others)
    const { deleted } = await backUp({ ...options, file, keep: 3 })
    expect(deleted).toEqual(earlier.slice(2))
    expect(readdirSync(backups).sort()).toEqual([...earlier.slice(0, 2), dated(Number(now)), ...others].sort())
  })

  it('are deleted beyond their age', async () => {
    const [young, old] = [10, 11].map((days) => dated(Number(now) - days * dayMs)) as [string, string]
    put(young, old)
    expect((await backUp({ ...options, file, keepDays: 10 })).deleted).toEqual([old])
    expect(readdirSync(backups)).toContain(young)
  })

  it('may go, but the one just made stays, also where the clock was set back', async () => {
    put(...[1, 2, 3].map((days) => dated(Number(now) + days * dayMs)))
    const { file: written } = await backUp({ ...options, file, keep: 1 })
    expect(existsSync(written)).toBe(true)
  })

  it('stay when the new one fails', async () => {
    put(dated(Number(now) - 300 * dayMs))
    writeFileSync(file, 'no database '.repeat(1000))
    await expect(backUp({ ...options, file })).rejects.toThrow('is damaged, or no database.')
    expect(readdirSync(backups)).toEqual([dated(Number(now) - 300 * dayMs)])
  })

  it('that were never finished are deleted after a day', async () => {
    const [abandoned, underWay] = [25, 1].map((hours) => `${dated(Number(now) - (hours * dayMs) / 24)}.partial`)
    put(String(abandoned), `${abandoned}-journal`, String(underWay))
    await backUp({ ...options, file })
    expect(readdirSync(backups).sort()).toEqual([dated(Number(now)), underWay].sort())
  })
})

describe('a backup that cannot be made says why in one sentence, and leaves nothing', () => {
  it('without a database', async () => {
    rmSync(file)
    await expect(backUp({ ...options, file })).rejects.toThrow(`There is no database at ${file}.`)
    expect(readdirSync(folder)).toEqual([])
  })

  it('to a folder that is missing', async () => {
    const missing = join(folder, 'disk')
    await expect(backUp({ ...options, file, folder: missing })).rejects.toThrow(
      `The folder ${missing} is missing: make it first.`,
    )
    expect(existsSync(missing)).toBe(false)
  })

  it('to a folder that cannot be written to', async () => {
    const unwritable = join(folder, 'unwritable')
    // A file where the folder should be: not even root can write into it.
    writeFileSync(unwritable, '')
    await expect(backUp({ ...options, file, folder: unwritable })).rejects.toThrow(
      `The folder ${unwritable} cannot be written to: give this user write access to it.`,
    )
  })

  it('while another program has the database to itself', async () => {
    const other = new Sqlite(file)
    other.pragma('locking_mode = EXCLUSIVE')
    other.exec('BEGIN EXCLUSIVE')
    await expect(backUp({ ...options, file, busyTimeoutMs: 10 })).rejects.toThrow(
      `The database ${file} is locked by another program: try again when it is done.`,
    )
    other.close()
    expect(readdirSync(backups)).toEqual([])
  })

  it('to a disk that is full', async ({ skip }) => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'tmpfs', disk]).status === 0
    skip(!mounted, 'a small disk of its own needs the right to mount one')
    try {
      await expect(backUp({ ...options, file, folder: disk })).rejects.toThrow(
        `The disk of ${disk} is full: make room, and try again.`,
      )
      expect(readdirSync(disk)).toEqual([])
    } finally {
      spawnSync('umount', [disk])
    }
  })

  it('with exit code 1, where the command is asked', () => {
    const env = { ...process.env, DATABASE_URL: `file:${file}`, BACKUP_FOLDER: join(folder, 'disk') }
    const command = ['--import', 'tsx', 'scripts/backup.ts']
    const { status, stderr } = spawnSync(process.execPath, command, { cwd: resolve('.'), env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, `The folder ${join(folder, 'disk')} is missing: make it first.\n`])
  })
})
