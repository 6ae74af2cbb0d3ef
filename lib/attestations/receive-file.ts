import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rename, rm, statfs } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { mediaType } from '@/lib/http/handler'
import { maxFileBytes } from './fields'
import { filesFolder, makeFilesFolder, placeOfFile, placeOfUpload, syncFilesFolder } from './files'

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

type FormWithFile = { form: URLSearchParams; file?: Received }

const limits = { files: 1, fileSize: maxFileBytes + 1, fields: 40, fieldSize: 16 * 1024, fieldNameSize: 100 }

/** Reads a multipart form, whose file is kept as it arrives; fields that stand before a refused file are read all the same. */
export async function readFormWithFile(request: Request): Promise<FormWithFile | undefined> {
  const type = request.headers.get('content-type') ?? ''
  if (mediaType(request) !== 'multipart/form-data' || !request.body) return undefined
  const parser = createParser(type)
  if (!parser) return undefined
  const form = new URLSearchParams()
  const refused = new AbortController()
  const sent: { part?: BusboyFileStream; received?: Promise<Received | undefined> } = {}
  parser.on('field', (name, value) => form.append(name, value))
  parser.on('file', (_, part, name) => {
    sent.part = part
    // It may end before anybody reads it; who reads it is told.
    part.on('error', () => undefined)
    // A form whose file was not chosen has an empty one without a name.
    sent.received = name ? receiveFile(part) : ignore(part)
    // What is refused is not read to its end.
    sent.received.then(
      (received) => typeof received === 'string' && refused.abort(),
      () => refused.abort(),
    )
  })
  const complete = await pipeline(Readable.from(request.body), parser, { signal: refused.signal }).then(
    () => true,
    () => false,
  )
  if (!complete) sent.part?.destroy(new Error('The form ended before its file.'))
  const file = await sent.received
  const isRefused = typeof file === 'string' && file !== 'malformed'
  return complete || isRefused ? { form, ...(file && { file }) } : undefined
}

function createParser(type: string) {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits })
  } catch {
    return undefined // no boundary
  }
}

async function ignore(part: BusboyFileStream): Promise<undefined> {
  part.resume()
}
