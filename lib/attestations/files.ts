import { hash, randomUUID } from 'node:crypto'
import {
  access,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileOf, isPostgresql } from '@/lib/database/address'
import { env } from '@/lib/env'
import { site } from '@/lib/site'
import { fingerprintInPath } from './fields'

export function absoluteAddress(fileUrl: string): string {
  return fileUrl.startsWith('/') ? env.SITE_URL + fileUrl : fileUrl
}

/**
 * The fingerprint of a file stored on this site, from its path or an address
 * that ends with it; undefined for files elsewhere. An address with a former
 * SITE_URL counts as long as the file is stored here.
 */
export async function keptFingerprint(
  fileUrl: string,
): Promise<string | undefined> {
  const { origin, pathname } = new URL(absoluteAddress(fileUrl))
  const sha256 = fingerprintInPath(pathname)
  if (sha256 === undefined) return undefined
  return origin === env.SITE_URL || (await isFileKept(sha256))
    ? sha256
    : undefined
}

export function downloadNameOf(sha256: string): string {
  const brand = site.brand
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return `${brand}-attestation-${sha256.slice(0, 12)}.pdf`.replace(/^-+/, '')
}

export function filesFolder(): string {
  const { FILES_FOLDER, DATABASE_URL } = env
  return (
    FILES_FOLDER ??
    join(
      /* turbopackIgnore: true */ isPostgresql(DATABASE_URL)
        ? './data'
        : dirname(fileOf(DATABASE_URL)),
      'files',
    )
  )
}

export function placeOfFile(sha256: string): string {
  return join(/* turbopackIgnore: true */ filesFolder(), `${sha256}.pdf`)
}

export async function isFileKept(sha256: string): Promise<boolean> {
  return access(/* turbopackIgnore: true */ placeOfFile(sha256)).then(
    () => true,
    () => false,
  )
}

/** The sizes in bytes of those files that this site stores, by address. */
export async function findFileSizes(
  addresses: string[],
): Promise<Map<string, number>> {
  const sizes = addresses.map(async (address): Promise<[string, number][]> => {
    const sha256 = fingerprintInPath(address)
    if (sha256 === undefined) return []
    const found = await stat(
      /* turbopackIgnore: true */ placeOfFile(sha256),
    ).catch(() => undefined)
    return found ? [[address, found.size]] : []
  })
  return new Map((await Promise.all(sizes)).flat())
}

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(/* turbopackIgnore: true */ folder, {
    recursive: true,
    mode: 0o700,
  })
}

/** Stores a file durably, named after its SHA-256, and returns the SHA-256. */
export async function keepFile(
  folder: string,
  content: Buffer,
): Promise<string> {
  const sha256 = hash('sha256', content)
  const draft = join(
    /* turbopackIgnore: true */ folder,
    `.draft-${randomUUID()}`,
  )
  try {
    await writeFile(/* turbopackIgnore: true */ draft, content, {
      mode: 0o600,
      flush: true,
    })
    await rename(
      /* turbopackIgnore: true */ draft,
      join(folder, `${sha256}.pdf`),
    )
  } finally {
    await rm(/* turbopackIgnore: true */ draft, { force: true })
  }
  // Without this, a power cut could lose the new name.
  const directory = await open(/* turbopackIgnore: true */ folder)
  await directory.sync().finally(() => directory.close())
  return sha256
}

/** The folder for a backup's report files, next to the database backups. */
export const backedUpFiles = 'report-files'

/**
 * Copies the stored files that `to` lacks, checking each against its name, and
 * returns how many. Files never change, so one set of copies serves every
 * backup. Rejects if a file does not match its name.
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  const present = new Set(await namesIn(to))
  const missing = (await namesIn(from)).filter(
    (name) => fingerprintInPath(`/files/${name}`) && !present.has(name),
  )
  if (missing.length > 0) await makeFolder(to)
  for (const name of missing) {
    const content = await readFile(join(from, name))
    if (`${hash('sha256', content)}.pdf` !== name)
      throw new Error(`The file ${join(from, name)} is damaged.`)
    await keepFile(to, content)
  }
  return missing.length
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

export async function fingerprintOf(file: string): Promise<string> {
  return hash('sha256', await readFile(file))
}
