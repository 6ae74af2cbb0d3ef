import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'

const busyTimeoutMs = 5_000

/** The rows of each table by its name. */
export type RowCounts = Record<string, number>

/** Its message is one sentence for the operator; nothing half done is left. */
export class CopyFailed extends Error {
  override name = 'CopyFailed'
}

/** Copies a database that may be in use to a new file of mode 0600, checks the copy whole, and returns its rows. */
export async function copyDatabase(source: string, target: string, timeout = busyTimeoutMs): Promise<RowCounts> {
  try {
    // Its mode from the first byte on: nobody else may read it meanwhile.
    closeSync(openSync(target, 'wx', 0o600))
  } catch (cause) {
    throw explain(cause, source, target)
  }
  try {
    const counts = await copySnapshot(source, target, timeout)
    checkCopy(source, target, counts)
    syncFile(target)
    return counts
  } catch (cause) {
    for (const ending of ['', '-journal']) rmSync(target + ending, { force: true })
    throw explain(cause, source, target)
  }
}

// A step of a backup without a read transaction ends its own, and any other process' commit makes it start anew
// (https://www.sqlite.org/backup.html): under steady writes it never ends. An open one holds every step to one
// snapshot, of which the rows can be counted, while others go on writing (https://www.sqlite.org/isolation.html).
async function copySnapshot(source: string, target: string, timeout: number): Promise<RowCounts> {
  const database = new Sqlite(source, { fileMustExist: true, timeout })
  try {
    database.pragma('query_only = ON')
    database.exec('BEGIN')
    const counts = countRows(database)
    await database.backup(target)
    return counts
  } finally {
    database.close()
  }
}

function checkCopy(source: string, target: string, expected: RowCounts) {
  const copy = new Sqlite(target, { fileMustExist: true })
  try {
    // One file, whatever is done with it: a copy with a write-ahead log would have three.
    copy.pragma('journal_mode = DELETE')
    // Erased rows stay in free pages, which the copy has as well.
    copy.exec('VACUUM')
    const found = copy.pragma('integrity_check', { simple: true })
    if (found !== 'ok') throw new CopyFailed(`The database ${source} is damaged: its copy has ${found}.`)
    const counts = countRows(copy)
    const differing = Object.keys({ ...expected, ...counts }).filter((table) => counts[table] !== expected[table])
    if (differing.length > 0) throw new CopyFailed(`The copy of ${source} lacks rows of ${differing.join(', ')}.`)
  } finally {
    copy.close()
  }
}

function countRows(database: Sqlite.Database): RowCounts {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").pluck().all()
  const names = (tables as string[]).filter((name) => !name.startsWith('sqlite_'))
  const count = (name: string) => Number(database.prepare(`SELECT count(*) FROM "${name}"`).pluck().get())
  return Object.fromEntries(names.map((name) => [name, count(name)]))
}

/** Waits until a file or a folder's entries are on the disk. */
export function syncFile(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

const explanations: [codes: RegExp, sentence: (source: string, folder: string) => string][] = [
  [
    /^SQLITE_(BUSY|LOCKED)/,
    (source) => `The database ${source} is locked by another program: try again when it is done.`,
  ],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)$/, (_, folder) => `The disk of ${folder} is full: make room, and try again.`],
  [/^SQLITE_(CORRUPT|NOTADB)/, (source) => `${source} is damaged, or no database.`],
  [/^ENOENT$/, (_, folder) => `The folder ${folder} is missing: make it first.`],
  [
    /^(EACCES|EPERM|EROFS|ENOTDIR)$/,
    (_, folder) => `The folder ${folder} cannot be written to: give this user write access to it.`,
  ],
]

function explain(cause: unknown, source: string, target: string): Error {
  if (cause instanceof CopyFailed) return cause
  const code = (cause as { code?: string }).code ?? ''
  const [, sentence] = explanations.find(([codes]) => codes.test(code)) ?? []
  const said = sentence?.(source, dirname(target)) ?? `Copying ${source} to ${target} failed: ${code || cause}.`
  return new CopyFailed(said, { cause })
}
