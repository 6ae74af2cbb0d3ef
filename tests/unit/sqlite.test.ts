import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  onTestFinished,
} from 'vitest'
import { fileOf } from '@/lib/database/address'
import { backUp } from '@/lib/database/backup'
import { describeError } from '@/lib/database/errors'
import { migrateDatabase } from '@/lib/database/migrate'
import { openDatabase } from '@/lib/database/sqlite/client'
import { dayMs, daySeconds } from '@/lib/durations'
import { makeScratchFolder } from '../support/scratch'
import { mountSmallDisk, unmountDisks } from '../support/small-disk'

let folder: string
let file: string
let backups: string

beforeEach(() => {
  folder = makeScratchFolder('sqlite-')
  file = join(folder, 'site.db')
  backups = join(folder, 'backups')
})

function copyTemplate(path = file) {
  copyFileSync(fileOf(inject('template')), path)
}

describe('migrating a database file', () => {
  it('creates a file that only its owner can read', async () => {
    await migrateDatabase(`file:${file}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('fails if its folder is missing, because the disk may be unmounted', async () => {
    const missing = join(folder, 'disk')

    await expect(
      migrateDatabase(`file:${join(missing, 'site.db')}`),
    ).rejects.toThrow(
      /is in a folder that does not exist \(ENOENT\): create the folder, or correct DATABASE_URL/,
    )
    expect(existsSync(missing)).toBe(false)
  })
})

describe('the SQLite client', () => {
  /** Opens the file until the test ends. */
  async function open() {
    const database = await openDatabase(`file:${file}`)
    onTestFinished(() => database.client.$disconnect())
    return database
  }

  it('opens a file with write-ahead logging and a sync at every commit', async () => {
    copyTemplate()

    const { client } = await open()

    expect(await client.$queryRawUnsafe('PRAGMA journal_mode')).toEqual([
      { journal_mode: 'wal' },
    ])
    expect(await client.$queryRawUnsafe('PRAGMA synchronous')).toEqual([
      { synchronous: 2n },
    ])
  })

  it('detects that the file of an open database is missing', async () => {
    copyTemplate()
    const { check } = await open()

    renameSync(file, `${file}.moved`)

    expect(check).toThrow('missing or replaced')
  })

  it('detects that the file of an open database was replaced', async () => {
    copyTemplate()
    const { check } = await open()

    renameSync(file, `${file}.moved`)
    copyTemplate()

    expect(check).toThrow('missing or replaced')
  })

  it('accepts the file of an open database once it is back', async () => {
    copyTemplate()
    const { check } = await open()
    check()

    renameSync(file, `${file}.moved`)
    renameSync(`${file}.moved`, file)

    expect(check).not.toThrow()
  })
})

function runScript(name: string, settings: Record<string, string>) {
  const options = {
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  } as const
  return spawnSync(
    process.execPath,
    ['--import', 'tsx', `scripts/${name}.ts`],
    options,
  )
}

function spoil() {
  writeFileSync(file, 'a letter '.repeat(1000))
  return `file:${file}`
}

it.each([
  {
    migration: 'continues without its server',
    address: () => 'postgresql://site@127.0.0.1:1/site',
    exitCode: 0,
    sentence: /does not answer \(ECONNREFUSED\): start it/,
  },
  {
    migration: 'continues despite a damaged file',
    address: spoil,
    exitCode: 0,
    sentence: /is damaged or not a database \(SQLITE_NOTADB\): restore it/,
  },
  {
    migration: 'fails for a missing folder',
    address: () => `file:${join(folder, 'no', 'site.db')}`,
    exitCode: 1,
    sentence: /that does not exist \(ENOENT\)/,
  },
  {
    migration: 'fails for an unencoded password',
    address: () => 'postgresql://site:Zm9v/w==@127.0.0.1/site',
    exitCode: 1,
    sentence: /^DATABASE_URL has special/,
  },
])(
  'npm run db:migrate $migration with one sentence',
  ({ address, exitCode, sentence }) => {
    const { status, stderr } = runScript('migrate', { DATABASE_URL: address() })

    expect(status).toBe(exitCode)
    expect(stderr).toMatch(sentence)
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).not.toContain('Zm9v')
  },
)

it('the runbook explains every error code', () => {
  const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split(
    '### SiteNotReady',
  )
  const [table = ''] = section.split('### LeadsUndelivered')
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const codes = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, code]) => code),
  )
  const unknown = codes.filter(
    (code) =>
      !describeError({ name: 'PrismaClientKnownRequestError', code }).reason,
  )

  expect(codes.length).toBeGreaterThan(25)
  expect(unknown).toEqual([])
})

describe('a backup', () => {
  const old = 'site-20260101T000000.000Z.db'
  const make = (to?: string, now?: Date) => backUp(`file:${file}`, to, now)

  beforeEach(() => copyTemplate())

  function insertRows() {
    const database = new Sqlite(file)
    database.pragma('journal_mode = WAL')
    database.exec(`
      INSERT INTO UnansweredQuestion (id, text, language, lastAskedAt) VALUES ('1', '?', 'en', 0);
      INSERT INTO OperatorSession (tokenHash, operator, createdAt, lastSeenAt) VALUES ('h', 'alice', 0, 0)`)
    return database
  }

  it('is one private file named by its time', () => {
    const database = insertRows()

    const { file: written } = make(
      undefined,
      new Date('2026-11-22T10:00:00.000Z'),
    )

    database.close()
    const name = 'site-20261122T100000.000Z.db'
    expect([written, ...readdirSync(backups)]).toEqual([
      join(backups, name),
      name,
    ])
    expect(statSync(written).mode & 0o777).toBe(0o600)
    expect(statSync(backups).mode & 0o777).toBe(0o700)
  })

  it('has the rows from the log, but no sessions', () => {
    const database = insertRows()

    const { file: written } = make()

    database.close()
    const copy = new Sqlite(written, { readonly: true })
    onTestFinished(() => void copy.close())
    const select = (sql: string) => copy.prepare(sql).pluck().all()
    expect(select('SELECT id FROM UnansweredQuestion')).toEqual(['1'])
    expect(select('SELECT count(*) FROM OperatorSession')).toEqual([0])
  })

  it('contains no trace of erased rows', () => {
    const mark = 'erased-'.repeat(20)
    const database = new Sqlite(file)
    const insert = `INSERT INTO UnansweredQuestion (id, text, language, lastAskedAt) VALUES ('1', ?, 'en', 0)`
    database.prepare(insert).run(mark)
    database.exec('DELETE FROM UnansweredQuestion')
    database.close()

    expect(readFileSync(file).includes(mark)).toBe(true)
    expect(readFileSync(make().file).includes(mark)).toBe(false)
  })

  function put(ageDays: number, ...names: string[]) {
    const time = Date.now() / 1000 - ageDays * daySeconds
    mkdirSync(backups, { recursive: true })
    for (const name of names) {
      writeFileSync(join(backups, name), '')
      utimesSync(join(backups, name), time, time)
    }
  }

  it('deletes only predecessors older than 30 days, including unfinished ones', () => {
    const others = [
      'site.db',
      'site-notes.txt',
      'other-20200101T000000.000Z.db',
      'site-20200101T000000.000Z.db.txt',
    ]
    const recent = 'site-20260102T000000.000Z.db'
    put(31, old, `${old}.partial`, ...others)
    put(29, recent)
    const { file: written, deleted } = make()

    expect(deleted.sort()).toEqual([old, `${old}.partial`])
    expect(readdirSync(backups).sort()).toEqual(
      [recent, basename(written), ...others].sort(),
    )
  })

  it('deletes predecessors by the site’s trusted time, not by the clock', () => {
    const recent = 'site-20260102T000000.000Z.db'
    const inTwoMonths = new Date(Date.now() + 60 * dayMs)
    put(31, old)
    put(20, recent)

    expect(make(undefined, inTwoMonths).deleted).toEqual([old])
    expect(readdirSync(backups)).toContain(recent)
  })

  it.each([
    [
      'before the site has a trusted time',
      "UPDATE RetentionClock SET trustedAt = '1970-01-01T00:00:00.000+00:00'",
    ],
    ['of a version without a trusted time', 'DROP TABLE RetentionClock'],
  ])('deletes no predecessor from a database %s', (_, statement) => {
    put(300, old)
    const database = new Sqlite(file)
    database.exec(statement)
    database.close()

    const { deleted } = make()

    expect(deleted).toEqual([])
    expect(readdirSync(backups)).toContain(old)
  })

  it('deletes no predecessor if it fails', () => {
    put(300, old)

    writeFileSync(file, 'no database '.repeat(1000))

    expect(() => make()).toThrow('is damaged or not a database')
    expect(readdirSync(backups)).toEqual([old])
  })

  it('says that its folder cannot be written to', () => {
    // Uses a file as the folder, because not even root can write into it.
    expect(() => make(file)).toThrow('cannot be written to')
  })

  it('says that there is no database, and leaves no file', () => {
    rmSync(file)

    expect(() => make()).toThrow(
      `The database ${file} does not exist: correct DATABASE_URL.`,
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it('exits with 1 if its folder is missing', () => {
    const settings = {
      DATABASE_URL: `file:${file}`,
      BACKUP_FOLDER: join(folder, 'disk'),
    }
    const sentence = expect.stringMatching(
      /^The database \S+ is in a folder that does not exist \(ENOENT\): .* BACKUP_FOLDER\)\.\n$/,
    )

    expect(runScript('backup', settings)).toMatchObject({
      status: 1,
      stderr: sentence,
    })
  })
})

describe('a full disk', () => {
  const advice =
    'has no space left on its disk (SQLITE_FULL): free space on this disk.'

  afterEach(unmountDisks)

  it('is named by a failed backup, which leaves no file', ({ skip }) => {
    copyTemplate()
    const disk = mountSmallDisk(skip)

    expect(() => backUp(`file:${file}`, disk)).toThrow(advice)

    expect(readdirSync(disk)).toEqual([])
  })

  it('is named by a failed migration', async ({ skip }) => {
    const disk = mountSmallDisk(skip)

    const migration = migrateDatabase(`file:${join(disk, 'site.db')}`)

    await expect(migration).rejects.toThrow(advice)
  })
})
