import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrateDatabase } from '@/lib/database/migrate'
import { moveDatabase } from '@/lib/database/move/move'
import { fillTables } from '../support/fill-tables'
import { makeDatabase, queryDatabase } from '../support/postgresql'
import { makeScratchFolder } from '../support/scratch'

let folder: string
let file: string
let url: string

beforeEach(async () => {
  folder = makeScratchFolder('move-')
  file = join(folder, 'site.db')
  await migrateDatabase(`file:${file}`)
  url = await makeDatabase()
})

afterEach(() => rmSync(folder, { recursive: true }))

/** All rows of all tables of the models. */
function dump(path: string): Record<string, unknown[]> {
  const database = new Sqlite(path, { readonly: true })
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").pluck().all()
  const names = (tables as string[]).filter((name) => !/^(sqlite|_prisma)_/.test(name))
  const rows = names.map((name) => [name, database.prepare(`SELECT * FROM "${name}" ORDER BY 1`).all()])
  database.close()
  return Object.fromEntries(rows)
}

function count(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, rows) => sum + rows, 0)
}

const leadsIn = (address: string) => queryDatabase(address, 'SELECT count(*)::int FROM "Lead"')

describe('moving a database', () => {
  it('to PostgreSQL and back keeps every row as it is', async () => {
    const rows = fillTables(file, 1200)
    const before = dump(file)
    const there = await moveDatabase(`file:${file}`, url)
    expect([count(there), there.Lead, there.Attestation]).toEqual([rows, 1200, 1200])
    const back = join(folder, 'back.db')
    expect(await moveDatabase(url, `file:${back}`)).toEqual(there)
    expect(dump(back)).toEqual(before)
    expect(Object.values(before).every((table) => table.length === 1200)).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(['back.db', 'site.db'])
    expect(statSync(back).mode & 0o777).toBe(0o600)
  })

  it('keeps times as moments, whatever zone PostgreSQL shows them in', async () => {
    fillTables(file, 1)
    await moveDatabase(`file:${file}`, url)
    const epochs = 'SELECT (extract(epoch FROM "receivedAt") * 1000)::bigint::text FROM "Lead"'
    const [lead] = dump(file).Lead as { receivedAt: string }[]
    expect(await queryDatabase(url, epochs)).toEqual([[String(new Date(lead?.receivedAt ?? '').getTime())]])
  })

  it('replaces a character that PostgreSQL cannot hold', async () => {
    fillTables(file, 1)
    const database = new Sqlite(file)
    database.prepare('UPDATE ChatMessage SET content = ?').run('Gold\0silver')
    database.close()
    await moveDatabase(`file:${file}`, url)
    expect(await queryDatabase(url, 'SELECT content FROM "ChatMessage"')).toEqual([['Gold\uFFFDsilver']])
  })

  it('takes an empty, migrated target', async () => {
    fillTables(file, 3)
    await migrateDatabase(url)
    await moveDatabase(`file:${file}`, url)
    const back = join(folder, 'back.db')
    await migrateDatabase(`file:${back}`)
    await moveDatabase(url, `file:${back}`)
    expect(dump(back)).toEqual(dump(file))
  })
})

describe('moving is refused, and changes nothing,', () => {
  it('into PostgreSQL with rows', async () => {
    fillTables(file, 1)
    await moveDatabase(`file:${file}`, url)
    await expect(moveDatabase(`file:${file}`, url)).rejects.toThrow(/is not empty: it has rows in Attestation\. Name a/)
    expect(await leadsIn(url)).toEqual([[1]])
  })

  it('into a file with rows', async () => {
    fillTables(file, 1)
    const other = join(folder, 'other.db')
    await migrateDatabase(`file:${other}`)
    fillTables(other, 2)
    await moveDatabase(`file:${file}`, url)
    await expect(moveDatabase(url, `file:${other}`)).rejects.toThrow(/other\.db is not empty/)
    expect(dump(other).Lead).toHaveLength(2)
  })

  it('from a file that a site uses', async () => {
    const site = new Sqlite(file)
    site.pragma('journal_mode = WAL')
    site.prepare('SELECT * FROM Lead').all()
    await expect(moveDatabase(`file:${file}`, url)).rejects.toThrow(/is in use: stop the site/)
    site.close()
  })

  it.each(['from', 'into'])('%s a PostgreSQL that a site uses', async (direction) => {
    await migrateDatabase(url)
    const site = new Client({ connectionString: url, application_name: 'site' })
    await site.connect()
    const target = `file:${join(folder, 'back.db')}`
    const move = direction === 'from' ? moveDatabase(url, target) : moveDatabase(`file:${file}`, url)
    await expect(move).rejects.toThrow(/is in use: stop the site/)
    await site.end()
    expect(readdirSync(folder).filter((name) => name !== 'site.db')).toEqual([])
  })

  it('where a row does not arrive as it was sent', async () => {
    fillTables(file, 700)
    await migrateDatabase(url)
    await queryDatabase(
      url,
      `CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN IF NEW.id LIKE ''%-650'' THEN NEW.company := ''Other''; END IF; RETURN NEW; END';
       CREATE TRIGGER change BEFORE INSERT ON "Lead" FOR EACH ROW EXECUTE FUNCTION change()`,
    )
    await expect(moveDatabase(`file:${file}`, url)).rejects.toThrow(/table Lead of .* is not that of/)
    expect(await queryDatabase(url, 'SELECT count(*)::int FROM "Attestation"')).toEqual([[0]])
    expect(dump(file).Lead).toHaveLength(700)
  })

  it.each([
    ['between two files', () => [`file:${file}`, `file:${file}2`], /One address must be file:/],
    ['from no file', () => [`file:${file}2`, url], /There is no database at/],
    ['from an empty PostgreSQL', () => [url, `file:${file}2`], /is not one of this site/],
    ['to no PostgreSQL', () => [`file:${file}`, url.replace(/:\d+\//, ':1/')], /does not answer/],
  ])('%s', async (_, addresses, message) => {
    const [from = '', to = ''] = addresses()
    await expect(moveDatabase(from, to)).rejects.toThrow(message)
    expect(existsSync(`${file}2`)).toBe(false)
  })
})
