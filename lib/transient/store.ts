import { fileIdentity } from '@/lib/database/file'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { type Backend, tables } from './backend'
import { openFile, openMemory } from './sqlite'

const retryMs = 1000

// In the file, which all processes share, or for want of it in this one's memory until `retryAt`.
type Opened = { backend: Backend; identity: string } | { backend: Backend; retryAt: number }

// Next's bundles have modules of their own in one process.
const holder = globalThis as { transientStore?: Opened }

/**
 * Works on what may be lost at any moment, and that all processes on a database share: in a file beside the database,
 * or in this process's memory as long as the file cannot be used. Rejects with what `work` rejects with in memory.
 */
export async function inTransientStore<Result>(work: (backend: Backend) => Promise<Result>): Promise<Result> {
  const opened = currentStore()
  try {
    return await work(opened.backend)
  } catch (error) {
    if (!('identity' in opened) || !isSqliteError(error)) throw error
    if (holder.transientStore === opened) fallBack(error, opened)
    return inTransientStore(work)
  }
}

function currentStore(): Opened {
  const opened = holder.transientStore
  if (opened && 'retryAt' in opened && performance.now() < opened.retryAt) return opened
  const file = transientFile()
  // Not one that was deleted or replaced: other processes use the new one.
  if (opened && 'identity' in opened && opened.identity === fileIdentity(file)) return opened
  try {
    holder.transientStore = { backend: openFile(file), identity: fileIdentity(file) ?? '' }
  } catch (error) {
    return fallBack(error, opened)
  }
  if (opened && 'retryAt' in opened) log.info('limits and drafts are shared with other processes again')
  opened?.backend.close()
  return holder.transientStore
}

function fallBack(error: unknown, opened?: Opened): Opened {
  const retryAt = performance.now() + retryMs
  if (opened && 'retryAt' in opened) return Object.assign(opened, { retryAt })
  log.warn({ code: (error as { code?: string }).code }, 'limits and drafts are kept by this process alone for now')
  opened?.backend.close()
  holder.transientStore = { backend: openMemory(), retryAt }
  return holder.transientStore
}

function isSqliteError(error: unknown): boolean {
  // The latter where another request closed the file meanwhile.
  return error instanceof Error && (error.name === 'SqliteError' || error.message.includes('not open'))
}

/** Beside the database, and named after it. */
function transientFile(): string {
  return `${env.DATABASE_URL.replace(/^file:/, '').replace(/\.db$/, '')}.transient.db`
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
