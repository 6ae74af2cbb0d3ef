import { access, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileOf, isPostgresql } from '@/lib/database/address'
import { env } from '@/lib/env'

const dayMs = 24 * 60 * 60 * 1000

const uploadPrefix = '.upload-'

/** Where the files of reports are kept: FILES_FOLDER, or `files` beside the database. */
export function filesFolder(): string {
  const { FILES_FOLDER, DATABASE_URL } = env
  return (
    FILES_FOLDER ??
    join(/* turbopackIgnore: true */ isPostgresql(DATABASE_URL) ? './data' : dirname(fileOf(DATABASE_URL)), 'files')
  )
}

export function placeOfFile(sha256: string): string {
  return join(/* turbopackIgnore: true */ filesFolder(), `${sha256}.pdf`)
}

/** Where an upload is written until it is complete: on the same file system, so that renaming it is one step. */
export function placeOfUpload(id: string): string {
  return join(/* turbopackIgnore: true */ filesFolder(), uploadPrefix + id)
}

export async function makeFilesFolder(): Promise<void> {
  await mkdir(/* turbopackIgnore: true */ filesFolder(), { recursive: true, mode: 0o700 })
}

/** Makes the names in the folder durable. */
export async function syncFilesFolder(): Promise<void> {
  const folder = await open(/* turbopackIgnore: true */ filesFolder())
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export async function isFileKept(sha256: string): Promise<boolean> {
  return access(/* turbopackIgnore: true */ placeOfFile(sha256)).then(
    () => true,
    () => false,
  )
}

/** Removes what uploads left that a crash ended. One that is under way is younger. */
export async function removeAbandonedUploads(now = Date.now()): Promise<void> {
  const names = await readdir(/* turbopackIgnore: true */ filesFolder()).catch((): string[] => [])
  for (const name of names.filter((each) => each.startsWith(uploadPrefix))) {
    const place = join(/* turbopackIgnore: true */ filesFolder(), name)
    // Another process may have removed it meanwhile.
    const modified = await stat(/* turbopackIgnore: true */ place).catch(() => undefined)
    if (modified && now - modified.mtimeMs > dayMs) await rm(/* turbopackIgnore: true */ place, { force: true })
  }
}
