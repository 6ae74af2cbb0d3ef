import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { fileOf } from '@/lib/database/address'
import { migrateDatabase } from '@/lib/database/migrate'
import { openDatabase } from '@/lib/database/sqlite/client'
import { withFullDisk } from '../support/full-disk'
import { makeScratchFolder } from '../support/scratch'

let folder: string
let file: string

beforeEach(() => {
  folder = makeScratchFolder('sqlite-')
  file = join(folder, 'site.db')
})

function copyTemplate(path = file) {
  copyFileSync(fileOf(inject('template')), path)
}

describe('migrating a file', () => {
  it('creates one that nobody else on the machine can read', async () => {
    await migrateDatabase(`file:${file}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('refuses a folder that does not exist: it may be a disk that is not mounted', async () => {
    const missing = join(folder, 'disk')
    await expect(migrateDatabase(`file:${join(missing, 'site.db')}`)).rejects.toThrow(
      `The folder ${missing} does not exist: create it or correct DATABASE_URL.`,
    )
    expect(existsSync(missing)).toBe(false)
  })

  it.each([
    ['is no database', () => Buffer.from('this is a letter, not a database '.repeat(200))],
    ['has damaged pages', (bytes: Buffer) => Buffer.from(bytes).fill(0xa5, 8192)],
  ])('refuses one that %s, and leaves it untouched', async (_, spoil) => {
    copyTemplate()
    const bytes = spoil(readFileSync(file))
    writeFileSync(file, bytes)
    await expect(migrateDatabase(`file:${file}`)).rejects.toThrow('is damaged or not a database')
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })

  it('names a full disk as the cause', async ({ skip }) => {
    await withFullDisk(skip, folder, async (disk) => {
      const onDisk = join(disk, 'site.db')
      await expect(migrateDatabase(`file:${onDisk}`)).rejects.toThrow(`The disk of ${disk} is full: make room`)
    })
  })
})

describe('the client', () => {
  it('opens with write-ahead logging and a sync at every commit', async () => {
    copyTemplate()
    const { client } = await openDatabase(`file:${file}`)
    expect(await client.$queryRawUnsafe('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
    expect(await client.$queryRawUnsafe('PRAGMA synchronous')).toEqual([{ synchronous: 2n }])
    await client.$disconnect()
  })

  it('is not used once its file is gone or replaced, as rows written to it would be lost', async () => {
    copyTemplate()
    const { client, check } = await openDatabase(`file:${file}`)
    check()
    renameSync(file, `${file}.moved`)
    expect(check).toThrow('restart')
    copyTemplate()
    expect(check).toThrow('restart')
    renameSync(`${file}.moved`, file)
    check()
    await client.$disconnect()
  })

  it.each([
    ['is missing', () => undefined],
    ['has not been migrated', () => void new Sqlite(file).exec('CREATE TABLE a (b)').close()],
  ])('is not opened on a file that %s', async (_, prepare) => {
    prepare()
    await expect(openDatabase(`file:${file}`)).rejects.toMatchObject({ name: 'DatabaseAway' })
  })
})

it('a start without the database goes on with a warning, and one with a wrong address does not', () => {
  const migrate = (DATABASE_URL: string) => {
    const command = ['--import', 'tsx', 'scripts/migrate.ts']
    const env = { ...process.env, DATABASE_URL }
    const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' })
    return [status, stderr]
  }
  const away = migrate('postgresql://site@127.0.0.1:1/site')
  expect(away).toEqual([0, expect.stringContaining('does not answer (ECONNREFUSED)')])
  expect(migrate(`file:${join(folder, 'missing', 'site.db')}`)).toEqual([1, expect.stringContaining('does not exist')])
})
