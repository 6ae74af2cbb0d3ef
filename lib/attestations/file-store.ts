import { createHash, hash } from 'node:crypto'
import { getDatabase } from '@/lib/database/client'
import { isCreated } from '@/lib/database/errors'
import { env } from '@/lib/env'
import type { FilePiece } from '@/lib/process-state'
import { fingerprintInPath, pathOfFile } from './file-address'
import { pieceBytes } from './file-limits'

export async function isFileStored(sha256: string): Promise<boolean> {
  const database = await getDatabase()
  return (await database.reportFile.count({ where: { sha256 } })) > 0
}

/**
 * Stores a file durably under its SHA-256, and returns that. Storing a file
 * again repairs a damaged copy.
 */
export async function storeFile(content: Buffer): Promise<string> {
  const database = await getDatabase()
  const sha256 = hash('sha256', content)
  for (let number = 0; number * pieceBytes < content.length; number++) {
    const start = number * pieceBytes
    const piece = Buffer.from(content.subarray(start, start + pieceBytes))
    await database.reportFilePiece.upsert({
      where: { sha256_number: { sha256, number } },
      create: { sha256, number, content: piece },
      update: { content: piece },
      select: { number: true },
    })
  }
  const data = { sha256, bytes: content.length, storedAt: new Date() }
  await isCreated(
    database.reportFile.create({ data, select: { sha256: true } }),
  )
  return sha256
}

/** Returns one piece of a stored file, or undefined if there is none. */
export async function loadPiece(
  sha256: string,
  number: number,
): Promise<FilePiece | undefined> {
  const database = await getDatabase()
  const [file, piece] = await Promise.all([
    database.reportFile.findUnique({
      where: { sha256 },
      select: { bytes: true },
    }),
    database.reportFilePiece.findUnique({
      where: { sha256_number: { sha256, number } },
      select: { content: true },
    }),
  ])
  return file && piece
    ? { content: piece.content, fileBytes: file.bytes }
    : undefined
}

/** Checks that a file is stored completely and has this SHA-256. */
export async function inspectFile(
  sha256: string,
): Promise<'intact' | 'damaged' | 'missing'> {
  if (!(await isFileStored(sha256))) return 'missing'
  const digest = createHash('sha256')
  for (let number = 0, read = 0; ; number++) {
    const piece = await loadPiece(sha256, number)
    if (!piece) return 'damaged'
    digest.update(piece.content)
    read += piece.content.length
    if (read >= piece.fileBytes) break
  }
  return digest.digest('hex') === sha256 ? 'intact' : 'damaged'
}

/** Returns the sizes in bytes of all stored files, by their paths. */
export async function findFileSizes(): Promise<Map<string, number>> {
  const database = await getDatabase()
  const files = await database.reportFile.findMany({
    select: { sha256: true, bytes: true },
  })
  return new Map(files.map(({ sha256, bytes }) => [pathOfFile(sha256), bytes]))
}

export function absoluteAddress(fileUrl: string): string {
  return fileUrl.startsWith('/') ? env.SITE_URL + fileUrl : fileUrl
}

/**
 * Returns the fingerprint of a file stored on this site, from its path or an
 * address that ends with it, or undefined for files elsewhere. An address with
 * a former SITE_URL counts as long as the file is stored here.
 */
export async function storedFingerprint(
  fileUrl: string,
): Promise<string | undefined> {
  const { origin, pathname } = new URL(absoluteAddress(fileUrl))
  const sha256 = fingerprintInPath(pathname)
  if (sha256 === undefined) return undefined
  return origin === env.SITE_URL || (await isFileStored(sha256))
    ? sha256
    : undefined
}
