import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rename, rm, statfs } from 'node:fs/promises'
import { maxFileBytes } from '@/lib/http/file-size'
import { filesFolder, makeFilesFolder, placeOfFile, placeOfUpload, syncFilesFolder } from './folder'

// Leads and reports are on the same disk, as a rule: they come first.
const reservedBytes = 100 * 1024 * 1024

/** As many bytes at either end tell a PDF (ISO 32000-1, annex H, notes 13 and 18). */
const endBytes = 1024

type KeptFile = { sha256: string; bytes: number }

export type Received = KeptFile | Refusal

type Refusal = 'too_large' | 'not_pdf' | 'malformed' | 'no_space'

/** Keeps a file under the name of its SHA-256, durably; of anything else, and of what breaks off, nothing is left. */
export async function receiveFile(pieces: AsyncIterable<Uint8Array>, reserved = reservedBytes): Promise<Received> {
  await makeFilesFolder()
  if (!(await hasRoom(reserved))) return 'no_space'
  const draft = placeOfUpload(randomUUID())
  const handle = await open(/* turbopackIgnore: true */ draft, 'wx', 0o600)
  try {
    const written = await write(handle, pieces)
    if (typeof written === 'string') return written
    await handle.sync()
    await rename(/* turbopackIgnore: true */ draft, placeOfFile(written.sha256))
    await syncFilesFolder()
    return written
  } catch (error) {
    if (isOutOfSpace(error)) return 'no_space'
    throw error
  } finally {
    await handle.close()
    await rm(/* turbopackIgnore: true */ draft, { force: true })
  }
}

async function hasRoom(reserved: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(/* turbopackIgnore: true */ filesFolder())
  return bavail * bsize >= reserved + maxFileBytes
}

async function write(handle: FileHandle, pieces: AsyncIterable<Uint8Array>): Promise<Received> {
  const hash = createHash('sha256')
  const stream = pieces[Symbol.asyncIterator]()
  let [head, tail] = [Buffer.alloc(0), Buffer.alloc(0)]
  let bytes = 0
  for (;;) {
    const next = await stream.next().catch(() => undefined)
    if (!next) return 'malformed' // the sender left
    if (next.done) break
    bytes += next.value.byteLength
    if (head.length < endBytes) head = Buffer.concat([head, next.value]).subarray(0, endBytes)
    const isOther = head.length === endBytes && !head.includes('%PDF-')
    if (isOther || bytes > maxFileBytes) {
      await stream.return?.()
      return isOther ? 'not_pdf' : 'too_large'
    }
    tail = Buffer.concat([tail, next.value]).subarray(-endBytes)
    hash.update(next.value)
    await handle.writeFile(next.value)
  }
  return head.includes('%PDF-') && tail.includes('%%EOF') ? { sha256: hash.digest('hex'), bytes } : 'not_pdf'
}

function isOutOfSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String((error as NodeJS.ErrnoException).code))
}
