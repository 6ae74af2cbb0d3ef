import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRateLimit } from '@/lib/http/rate-limit'
import { findDraft, keepDraft } from '@/lib/leads/form-drafts'
import { log } from '@/lib/log'
import { deleteExpiredTransients } from '@/lib/transient/store'

const file = String(process.env.DATABASE_URL).replace('file:', '').replace('.db', '.transient.db')
const files = ['', '-wal', '-shm'].map((ending) => file + ending)
const draft = { values: { name: 'Amélie Laurent' }, idempotencyKey: randomUUID() }
const warn = vi.spyOn(log, 'warn')
const info = vi.spyOn(log, 'info')

beforeEach(() => {
  warn.mockClear()
  info.mockClear()
})

afterEach(() => {
  vi.useRealTimers()
})

function limitOf(points: number, windowSeconds = 3600) {
  const { take } = createRateLimit('LIMIT_TEST', () => points, windowSeconds, randomUUID())
  return async () => (await take('192.0.2.77')) === 0
}

/** Forgets what this process has open, as a process that starts has nothing open. */
function openAnew() {
  Object.assign(globalThis, { transientStore: undefined })
}

describe('what is kept for a while', () => {
  it('is counted exactly, however many processes count at once, and whoever makes the file', async () => {
    for (const path of files) rmSync(path, { force: true })
    const args = ['--conditions=react-server', '--import', 'tsx', 'tests/support/take-limit.ts', '700', '500']
    const env = { ...process.env, LOG_LEVEL: 'warn' }
    const run = () => promisify(execFile)(process.execPath, args, { env })
    const outputs = await Promise.all([run(), run(), run()])
    expect(outputs.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(700)
  })

  it('outlives the process', async () => {
    const take = limitOf(2)
    expect(await take()).toBe(true)
    const name = await keepDraft(draft, '192.0.2.77')
    openAnew()
    expect([await take(), await take()]).toEqual([true, false])
    expect(await findDraft(name)).toEqual(draft)
  })

  it('can be read by this user alone, and tells nobody who was counted or what was typed', async () => {
    await limitOf(1)()
    const name = await keepDraft(draft, '192.0.2.77')
    const bytes = Buffer.concat(files.map((path) => readFileSync(path)))
    expect(bytes.includes('RateLimit')).toBe(true)
    for (const secret of ['192.0.2', 'Laurent', name ?? '', draft.idempotencyKey])
      expect(bytes.includes(secret)).toBe(false)
    expect(files.map((path) => statSync(path).mode & 0o077)).toEqual([0, 0, 0])
  })

  it('is deleted when it is over', async () => {
    const rows = () => {
      const database = new Sqlite(file, { readonly: true })
      const counts = ['RateLimit', 'FormDraft'].map((table) =>
        database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
      )
      database.close()
      return counts
    }
    await deleteExpiredTransients(Date.now() + 30 * 24 * 3_600_000)
    await limitOf(1, 600)()
    await keepDraft(draft, '192.0.2.77')
    await deleteExpiredTransients(Date.now() + 500_000)
    expect(rows()).toEqual([1, 1])
    await deleteExpiredTransients(Date.now() + 1_000_000)
    expect(rows()).toEqual([0, 0])
    await limitOf(1, 600)()
    await deleteExpiredTransients(Date.now() - 72 * 3_600_000)
    expect(rows()).toEqual([0, 0])
  })

  it('is not counted for longer than its window, where the clock is set back', async () => {
    const limit = createRateLimit('LIMIT_TEST', () => 1, 60, 'set back')
    expect(await limit.take('a')).toBe(0)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    expect([await limit.take('a'), await limit.take('a')]).toEqual([0, 60])
  })
})

describe('the file of what is kept for a while', () => {
  it('is made again when it was deleted', async () => {
    const take = limitOf(1)
    await take()
    for (const path of files) rmSync(path)
    expect([await take(), await take()]).toEqual([true, false])
    openAnew()
    expect(await take()).toBe(false)
    expect(warn).not.toHaveBeenCalled()
  })

  it('is made anew when it is damaged', async () => {
    const take = limitOf(1)
    for (const path of files) rmSync(path)
    writeFileSync(file, 'no database, and long enough to be none'.repeat(1000))
    openAnew()
    expect([await take(), await take()]).toEqual([true, false])
    openAnew()
    expect(await take()).toBe(false)
    expect(warn).not.toHaveBeenCalled()
  })

  it('is replaced by memory while it cannot be used, which is told once, and used again afterwards', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    for (const path of files) rmSync(path)
    mkdirSync(file)
    openAnew()
    const take = limitOf(1)
    expect([await take(), await take()]).toEqual([true, false])
    const name = await keepDraft(draft, '192.0.2.77')
    vi.advanceTimersByTime(1001)
    expect(await take()).toBe(false)
    expect(await findDraft(name)).toEqual(draft)
    expect(warn.mock.calls).toEqual([
      [{ code: 'SQLITE_CANTOPEN' }, 'limits and drafts are kept by this process alone for now'],
    ])
    expect(info).not.toHaveBeenCalled()
    rmdirSync(file)
    vi.advanceTimersByTime(999)
    await take()
    expect(existsSync(file)).toBe(false)
    vi.advanceTimersByTime(2)
    // Nobody waits for it.
    await take()
    expect([await take(), await take()]).toEqual([true, false])
    expect(info.mock.calls).toEqual([['limits and drafts are shared with other processes again']])
    openAnew()
    expect(await take()).toBe(false)
  })

  it('keeps nobody waiting where another program holds it', async () => {
    const take = limitOf(1)
    await limitOf(1)()
    const other = new Sqlite(file)
    other.exec('BEGIN IMMEDIATE')
    expect([await take(), await take()]).toEqual([true, false])
    expect(warn.mock.calls).toEqual([
      [{ code: 'SQLITE_BUSY' }, 'limits and drafts are kept by this process alone for now'],
    ])
    other.exec('ROLLBACK')
    other.close()
    openAnew()
  })
})
