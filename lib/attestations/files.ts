import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileOf, isPostgresql } from '@/lib/database/address'
import { env } from '@/lib/env'
import { site } from '@/lib/site'
import { fingerprintInPath } from './fields'

export function absoluteAddress(fileUrl: string): string {
  return fileUrl.startsWith('/') ? env.SITE_URL + fileUrl : fileUrl
}

/**
 * The fingerprint of a file that the site keeps, by its path or by an address that ends with it; undefined for files
 * elsewhere. An address that includes a former SITE_URL counts while the file is here.
 */
export async function keptFingerprint(fileUrl: string): Promise<string | undefined> {
  const { origin, pathname } = new URL(absoluteAddress(fileUrl))
  const sha256 = fingerprintInPath(pathname)
  if (sha256 === undefined) return undefined
  return origin === env.SITE_URL || (await isFileKept(sha256)) ? sha256 : undefined
}

export function downloadNameOf(sha256: string): string {
  const brand = site.brand
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return `${brand}-attestation-${sha256.slice(0, 12)}.pdf`.replace(/^-+/, '')
}

const dayMs = 24 * 60 * 60 * 1000

const uploadPrefix = '.upload-'

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

export function placeOfUpload(id: string): string {
  return join(/* turbopackIgnore: true */ filesFolder(), uploadPrefix + id)
}

export async function makeFilesFolder(): Promise<void> {
  await mkdir(/* turbopackIgnore: true */ filesFolder(), { recursive: true, mode: 0o700 })
}

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

export async function fingerprintOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece)
  return hash.digest('hex')
}
