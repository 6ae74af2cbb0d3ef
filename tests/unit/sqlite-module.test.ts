import { cpSync, mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { isSqliteInstalled } from '@/scripts/sqlite/install.mjs'

const require = createRequire(import.meta.url)

// Nothing that the index of better-sqlite3 chooses from is there.
function loadIncomplete() {
  const index = join(mkdtempSync(join(tmpdir(), 'module-')), 'index.cjs')
  cpSync('scripts/sqlite/index.cjs', index)
  return require(index)
}

it('says in one sentence, and not before it is used, that the native module cannot be loaded', () => {
  const Incomplete = loadIncomplete()
  const running = `Node ${process.versions.node} on ${process.platform}-${process.arch}`
  const open = () => new Incomplete('site.db')
  expect(open).toThrow(`SQLite's native module cannot be loaded: @installed@ installed it, and this is ${running}.`)
  expect(open).toThrow(expect.objectContaining({ name: 'NativeModuleUnusable' }))
  expect(new Error()).not.toBeInstanceOf(Incomplete.SqliteError)
})

it('is installed for the Node that runs, and names its errors', () => {
  expect(isSqliteInstalled()).toBe(true)
  const database = new Sqlite(':memory:')
  expect(() => database.prepare('SELECT * FROM nothing')).toThrow(Sqlite.SqliteError)
  database.close()
})
