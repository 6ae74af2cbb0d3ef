import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { isSqliteInstalled, needsCompiler } from '@/scripts/sqlite/install.mjs'

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

it.skipIf(!needsCompiler)(
  'an older Node without a compiler hands its command and its signals to a newer one',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'older-'))
    const programs = join(folder, `scripts/newer-node/node_modules/node-${process.platform}-${process.arch}/bin`)
    mkdirSync(programs, { recursive: true })
    const newer =
      '#!/bin/sh\ntrap "exit 3" TERM\necho "$PATH $*"\nfor wait in 1 2 3 4 5 6 7 8 9; do /bin/sleep 1; done\n'
    writeFileSync(join(programs, 'node'), newer, { mode: 0o755 })
    const command = join(folder, 'command.mjs')
    writeFileSync(command, `import '${resolve('scripts/environment.mjs')}'\nconsole.log('not handed over')\n`)
    const older = spawn(process.execPath, [command, 'list'], { cwd: folder, env: { ...process.env, PATH: '/nowhere' } })
    const [printed] = await once(older.stdout, 'data')
    expect(String(printed)).toBe(`${programs}:/nowhere ${command} list\n`)
    older.kill('SIGTERM')
    expect(await once(older, 'exit')).toEqual([3, null])
  },
)
