import { statSync } from 'node:fs'
import { fileOf, isPostgresql } from '@/lib/database/address'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { type Backend, tables } from './backend'
import { openFile, openMemory } from './sqlite'

const retryMs = 1000

/** Once it is not current any more, the store is looked for again. */
type Opened = { backend: Backend; isShared: boolean; isCurrent: () => boolean }

type Held = { opening: Promise<Opened>; opened?: Opened }

// Next's bundles have modules of their own in one process.
const holder = globalThis as { transientStore?: Held }

/**
 * Works on what may be lost at any moment, and that all processes on a database share: in a file beside the database, or
 * in PostgreSQL; as long as that cannot be used, in this process's memory. Rejects with what `work` rejects with there.
 */
export async function inTransientStore<Result>(work: (backend: Backend) => Promise<Result>): Promise<Result> {
  const opened = await currentStore()
  try {
    return await work(opened.backend)
  } catch (error) {
    // Unless another request has replaced it meanwhile.
    if (holder.transientStore?.opened === opened) {
      if (!opened.isShared) throw error
      hold(Promise.resolve(fallBack(error, opened)))
    }
    return inTransientStore(work)
  }
}

async function currentStore(): Promise<Opened> {
  const held = holder.transientStore
  const opened = held?.opened ?? (await held?.opening)
  if (opened?.isCurrent()) return opened
  if (holder.transientStore === held) hold(openStore(opened), opened)
  return currentStore()
}

// Nobody waits for another try where there is memory meanwhile: a database that hangs takes seconds to fail.
function hold(opening: Promise<Opened>, before?: Opened) {
  const held: Held = { opening }
  if (before && !before.isShared) held.opened = { ...before, isCurrent: () => true }
  opening.then((opened) => {
    held.opened = opened
  })
  holder.transientStore = held
}

async function openStore(before?: Opened): Promise<Opened> {
  try {
    const opened = isPostgresql(env.DATABASE_URL) ? await openDatabase() : openBesideDatabase()
    if (before && !before.isShared) log.info('limits and drafts are shared with other processes again')
    if (before?.isShared) before.backend.close()
    return opened
  } catch (error) {
    return fallBack(error, before)
  }
}

function openBesideDatabase(): Opened {
  const file = `${fileOf(env.DATABASE_URL).replace(/\.db$/, '')}.transient.db`
  const backend = openFile(file)
  const inode = inodeOf(file)
  // Not one that was deleted or replaced: other processes use the new one.
  return { backend, isShared: true, isCurrent: () => inodeOf(file) === inode }
}

function inodeOf(file: string): number | undefined {
  // Built for a server, whose files need not be traced.
  return statSync(/* turbopackIgnore: true */ file, { throwIfNoEntry: false })?.ino
}

// A site on SQLite loads nothing of PostgreSQL.
async function openDatabase(): Promise<Opened> {
  const { openPostgresql } = await import('./postgresql')
  return { backend: await openPostgresql(env.DATABASE_URL), isShared: true, isCurrent: () => true }
}

function fallBack(error: unknown, before?: Opened): Opened {
  const retryAt = performance.now() + retryMs
  const isCurrent = () => performance.now() < retryAt
  if (before && !before.isShared) return { ...before, isCurrent }
  log.warn({ code: (error as { code?: string }).code }, 'limits and drafts are kept by this process alone for now')
  before?.backend.close()
  return { backend: openMemory(), isShared: false, isCurrent }
}

const farMs = 2 * 24 * 60 * 60 * 1000

/** Deletes what is over, and what a clock that was set back has left in the far future. */
export async function deleteExpiredTransients(now = Date.now()): Promise<void> {
  await inTransientStore(async ({ run }) => {
    for (const table of tables) {
      await run(`DELETE FROM "${table}" WHERE expire < $1 OR expire > $2`, [now, now + farMs])
    }
  })
}
