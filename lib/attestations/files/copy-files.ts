import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fingerprintInPath } from './address'

/** The folder of a backup's files, beside the backups of the database. */
export const backedUpFiles = 'report-files'

/**
 * Copies the kept files that are not there yet from one folder to another, each checked against its name, and returns
 * how many. A file never changes, so that the copies serve every backup. Rejects when a file is not what it is called.
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  const names = (await namesIn(from)).filter((name) => fingerprintInPath(`/files/${name}`))
  const present = new Set(await namesIn(to))
  const missing = names.filter((name) => !present.has(name))
  if (missing.length > 0) await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of missing) await copyChecked(join(from, name), to, name)
  return missing.length
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

async function copyChecked(source: string, folder: string, name: string): Promise<void> {
  const draft = join(folder, `.copy-${name}`)
  try {
    await copyFile(source, draft)
    if (`${await fingerprintOf(draft)}.pdf` !== name) throw new Error(`The file ${source} is damaged.`)
    const copy = await open(draft, 'r+')
    try {
      await copy.sync()
    } finally {
      await copy.close()
    }
    await rename(draft, join(folder, name))
  } finally {
    await rm(draft, { force: true })
  }
}

async function fingerprintOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece)
  return hash.digest('hex')
}
