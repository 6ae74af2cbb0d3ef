// Tests that the site says why it cannot use a database file and never changes
// it.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest'
import { migrateDatabase } from '@/lib/database/migrate'
import { contactRequest, validContact } from '../support/contact'
import { makeScratchFolder } from '../support/scratch'
import { setForTest } from '../support/settings'
import { mountSmallDisk, unmountDisks } from '../support/small-disk'

let folder: string
let file: string

const addQuestion = `INSERT INTO UnansweredQuestion (id, text, language, lastAskedAt) VALUES (?, ?, 'en', 0)`

/**
 * Creates a database with some rows. Its write-ahead log exists until the
 * database is closed.
 */
async function makeDatabase(path: string, rows = 40) {
  await migrateDatabase(`file:${path}`)
  const database = new Sqlite(path)
  for (let row = 0; row < rows; row++)
    database.prepare(addQuestion).run(String(row), 'Why gold? '.repeat(30))
  return database
}

afterEach(unmountDisks)

beforeEach(async () => {
  folder = makeScratchFolder('damage-')
  file = join(folder, 'site.db')
  const database = await makeDatabase(file)
  database.close()
})

function overwritePage(page: number) {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, (page - 1) * 4096, page * 4096)
  writeFileSync(file, bytes)
}

function overwriteIndex() {
  const database = new Sqlite(file, { readonly: true })
  const select = `SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'UnansweredQuestion'`
  const page = database.prepare(select).pluck().get()
  database.close()
  overwritePage(Number(page))
}

async function addLogOfAnother() {
  const other = join(folder, 'other.db')
  const database = await makeDatabase(other, 200)
  copyFileSync(`${other}-wal`, `${file}-wal`)
  database.close()
}

function replaceByBackup() {
  const database = new Sqlite(file)
  database.prepare('VACUUM INTO ?').run(`${file}.backup`)
  database.prepare(addQuestion).run('new', 'new')
  copyFileSync(`${file}-wal`, join(folder, 'log'))
  database.close()
  copyFileSync(`${file}.backup`, file)
  copyFileSync(join(folder, 'log'), `${file}-wal`)
}

const damages: [name: string, damage: () => unknown, sentence: RegExp][] = [
  [
    'is a text file',
    () => writeFileSync(file, 'a letter '.repeat(1000)),
    /is damaged or not a database \(SQLITE_NOTADB\)/,
  ],
  [
    'was cut off',
    () => truncateSync(file, 20_000),
    /is damaged or not a database \(SQLITE_CORRUPT\): restore it/,
  ],
  ['has a damaged page', () => overwritePage(3), /is damaged/],
  ['has a damaged index', overwriteIndex, /is damaged/],
  [
    'is empty',
    () => writeFileSync(file, ''),
    /is empty \(SQLITE_EMPTY\): restore it from a backup/,
  ],
  [
    'has the log of another database',
    addLogOfAnother,
    /has the write-ahead log of another database next to it/,
  ],
  [
    'is a backup next to the log of the database it replaced',
    replaceByBackup,
    /has the write-ahead log of another database/,
  ],
]

/**
 * Returns the contents of the file and its write-ahead log; empty if missing.
 */
function readBoth() {
  return [file, `${file}-wal`].map((path) =>
    existsSync(path) ? readFileSync(path).toString('base64') : '',
  )
}

describe('startup', () => {
  it.each(damages)(
    'refuses a database file that %s and leaves it unchanged',
    async (_, damage, sentence) => {
      await damage()
      const before = readBoth()

      const error = await migrateDatabase(`file:${file}`).catch(
        (reason: unknown) => reason,
      )

      expect(error).toMatchObject({
        name: 'DatabaseUnavailable',
        kind: 'broken',
      })
      expect(error).toMatchObject({ message: expect.stringMatching(sentence) })
      expect(error).toMatchObject({
        message: expect.stringContaining(
          'restore it from a backup (docs/operations.md',
        ),
      })
      expect(readBoth()).toEqual(before)
    },
  )

  it('does not recreate a missing database file whose write-ahead log remains', async () => {
    const database = new Sqlite(file)
    database.prepare(addQuestion).run('new', 'new')
    copyFileSync(`${file}-wal`, join(folder, 'log'))
    database.close()
    rmSync(file)
    copyFileSync(join(folder, 'log'), `${file}-wal`)

    await expect(migrateDatabase(`file:${file}`)).rejects.toThrow(
      'is missing, but its write-ahead log is there',
    )

    expect(existsSync(file)).toBe(false)
    expect(existsSync(`${file}-wal`)).toBe(true)
  })

  it('refuses a folder in place of the database file', async () => {
    rmSync(file)
    mkdirSync(file)
    const refused = {
      kind: 'broken',
      message: expect.stringMatching(
        /site\.db is a folder \(EISDIR\): restore the file/,
      ),
    }

    await expect(migrateDatabase(`file:${file}`)).rejects.toMatchObject(refused)
  })

  it('recovers rows that are only in the write-ahead log after a crash', async () => {
    const database = new Sqlite(file)
    database.prepare(addQuestion).run('new', 'new')
    const crashed = join(folder, 'crashed.db')
    copyFileSync(file, crashed)
    copyFileSync(`${file}-wal`, `${crashed}-wal`)
    database.close()

    await migrateDatabase(`file:${crashed}`)

    const found = new Sqlite(crashed)
    onTestFinished(() => void found.close())
    expect(
      found
        .prepare(`SELECT text FROM UnansweredQuestion WHERE id = 'new'`)
        .pluck()
        .all(),
    ).toEqual(['new'])
  })

  it('refuses a database file on a read-only disk and leaves nothing next to it', async ({
    skip,
  }) => {
    const disk = mountSmallDisk(skip, '4m')
    const there = join(disk, 'site.db')
    copyFileSync(file, there)
    spawnSync('mount', ['-o', 'remount,ro', disk])

    const migration = migrateDatabase(`file:${there}`)

    await expect(migration).rejects.toMatchObject({
      kind: 'broken',
      message: expect.stringMatching(/cannot be written to \(EROFS\)/),
    })
    expect(existsSync(`${there}-wal`)).toBe(false)
  })

  it('leaves no files behind on a full disk', async ({ skip }) => {
    const disk = mountSmallDisk(skip)
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(96 * 1024))

    const migration = migrateDatabase(`file:${join(disk, 'site.db')}`)

    await expect(migration).rejects.toThrow('has no space left on its disk')
    expect(readdirSync(disk)).toEqual(['ballast'])
  })
})

it('with a damaged database file, requests get 503 without the file’s path', async () => {
  writeFileSync(file, 'a letter '.repeat(1000))
  setForTest({ DATABASE_URL: `file:${file}` })
  const { POST } = await import('@/app/api/contact/route')
  const { GET } = await import('@/app/readyz/route')

  const posted = await POST(contactRequest(validContact))
  const ready = await GET(new Request('http://localhost:3000/readyz'))

  expect(posted.status).toBe(503)
  expect(ready.status).toBe(503)
  const { checks } = (await ready.json()) as {
    checks: { name: string; reason?: string }[]
  }
  const reason =
    'The database is damaged or not a database (SQLITE_NOTADB): restore it from a backup (docs/operations.md, “Back up and restore”).'
  expect(checks[0]).toEqual({
    name: 'database_writable',
    ok: false,
    required: true,
    reason,
  })
  expect(readFileSync(file, 'utf8')).toBe('a letter '.repeat(1000))
})
