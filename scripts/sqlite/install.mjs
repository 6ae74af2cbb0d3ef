// SQLite's module for the Node that runs. No dependencies, as scripts/setup.mjs.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { announce, run } from '../commands.mjs'

const prebuilt = 'node_modules/better-sqlite3'
const compiled = 'node_modules/better-sqlite3-12'
const index = join(prebuilt, 'lib/index.js')

/** Version 13 is not for this Node (index.cjs). */
export const needsCompiler = Number(process.versions.napi) < 10

/** Whether what this Node loads is there; a module that does not load tells more when it is used. */
export function isSqliteInstalled() {
  const file = needsCompiler ? join(compiled, 'build/Release/better_sqlite3.node') : join(prebuilt, 'prebuilds')
  return existsSync(file) && existsSync(index)
}

/** Resolves to whether the module is there: an older Node has to compile it, for which a machine may lack the tools. */
export async function installSqlite() {
  if (needsCompiler && !(await compile())) return false
  const text = readFileSync('scripts/sqlite/index.cjs', 'utf8')
  // Removed first: it may be a hard link of other checkouts.
  rmSync(index)
  writeFileSync(
    index,
    text.replace('@installed@', `Node ${process.versions.node} on ${process.platform}-${process.arch}`),
  )
  return true
}

async function compile() {
  announce('Compiling SQLite: about a minute. Node 22.14 and newer need not.')
  const headers = join(dirname(dirname(process.execPath)), 'include/node/node.h')
  // Node's own headers, if present, save node-gyp a download.
  const own = existsSync(headers) ? { npm_config_nodedir: dirname(dirname(dirname(headers))) } : {}
  const rebuild = ['rebuild', 'better-sqlite3-12', '--ignore-scripts=false', '--loglevel=silent']
  return (await run('npm', rebuild, { ...own, JOBS: 'max' }, 'ignore')) === 0 && isSqliteInstalled()
}
