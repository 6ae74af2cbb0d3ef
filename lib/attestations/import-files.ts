import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseFile } from '@/lib/database/client'
import { describeError } from '@/lib/database/errors'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { fingerprintInPath } from './file-address'
import { isFileStored, storeFile } from './file-store'

const retryMs = 30_000

/**
 * Copies report files into the database from the folder where earlier releases
 * stored them. Tries again while the database is unavailable or the folder
 * cannot be read. The folder stays as it is, so that the earlier release can
 * still run.
 */
export async function importFiles(): Promise<void> {
  for (;;) {
    try {
      return await importFrom(formerFolder())
    } catch (error) {
      log.error(describeError(error), 'report files could not be imported')
    }
    await pause(retryMs, undefined, { ref: false })
  }
}

function formerFolder(): string {
  const data = dirname(databaseFile() ?? './data/site.db')
  return env.FILES_FOLDER ?? join(/* turbopackIgnore: true */ data, 'files')
}

async function importFrom(folder: string) {
  const names = await readdir(/* turbopackIgnore: true */ folder).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  for (const name of names) {
    const sha256 = fingerprintInPath(`/files/${name}`)
    if (sha256 === undefined || (await isFileStored(sha256))) continue
    const content = await readFile(
      join(/* turbopackIgnore: true */ folder, name),
    )
    if (hash('sha256', content) === sha256) {
      await storeFile(content)
      log.info({ file: sha256 }, 'report file imported')
    } else {
      log.error({ file: sha256 }, 'a report file is damaged: not imported')
    }
  }
}
