import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { databaseFile } from '@/lib/database/client'
import { mediaType } from '@/lib/http/handler'
import { maxFileBytes } from './file-limits'
import { storeFile } from './file-store'
import { maxDraftCharacters } from './schema'

// The space that stays free for leads, which share the database with report
// files.
const reservedBytes = 100 * 1024 * 1024

/**
 * How many bytes at either end of a file are searched for the PDF markers (ISO
 * 32000-1, annex H, notes 13 and 18).
 */
const endBytes = 1024

type FileOutcome<Result> =
  | (Result & { refusal?: undefined })
  | { refusal: { code: 'too_large' | 'not_pdf' | 'malformed' | 'no_space' } }

type Received = FileOutcome<{ sha256: string; bytes: number }>

/**
 * Stores a file durably under its SHA-256. Other files, and uploads that break
 * off, leave nothing behind.
 */
export async function receiveFile(
  pieces: AsyncIterable<Uint8Array>,
  reserved = reservedBytes,
): Promise<Received> {
  if (!(await hasSpace(reserved))) return { refusal: { code: 'no_space' } }
  const pdf = await readPdf(pieces)
  if (pdf.refusal) return pdf
  return { sha256: await storeFile(pdf.content), bytes: pdf.content.length }
}

/**
 * Whether the disk of the database has space for a file. Only checks SQLite's
 * disk, because PostgreSQL's is not visible from here.
 */
async function hasSpace(reserved: number): Promise<boolean> {
  const file = databaseFile()
  if (file === undefined) return true
  const { bavail, bsize } = await statfs(
    dirname(/* turbopackIgnore: true */ file),
  )
  // Needs the space twice, because SQLite writes a file to its log first.
  return bavail * bsize >= reserved + 2 * maxFileBytes
}

async function readPdf(
  pieces: AsyncIterable<Uint8Array>,
): Promise<FileOutcome<{ content: Buffer }>> {
  const read: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of pieces) {
      bytes += piece.byteLength
      // Returns from the loop, which also closes the stream.
      if (bytes > maxFileBytes) return { refusal: { code: 'too_large' } }
      read.push(piece)
    }
  } catch {
    return { refusal: { code: 'malformed' } } // the connection broke off
  }
  const content = Buffer.concat(read)
  const isPdf =
    content.subarray(0, endBytes).includes('%PDF-') &&
    content.subarray(-endBytes).includes('%%EOF')
  return isPdf ? { content } : { refusal: { code: 'not_pdf' } }
}

// Allows more than a draft's fields may have, so that a longer field is refused
// instead of cut off.
const fieldSize = (maxDraftCharacters + 1) * 4

const limits = {
  files: 1,
  fileSize: maxFileBytes + 1,
  fields: 40,
  fieldSize,
  fieldNameSize: 100,
}

type FormWithFile = {
  form: URLSearchParams
  /** An error if the file could not be stored. */
  file?: Received | Error
  isIntact: boolean
}

/**
 * Reads a multipart form and stores its file. `isIntact` is false if the body is
 * not such a form, is not UTF-8, breaks off, or is longer than `maxTextBytes`.
 * With `maxTextBytes`, no file is stored.
 */
export async function readFormWithFile(
  request: Request,
  maxTextBytes?: number,
): Promise<FormWithFile> {
  const form = new URLSearchParams()
  const parser = createParser(request)
  if (!parser || !request.body) return { form, isIntact: false }
  let storing: Promise<Received | Error> | undefined
  const brokenOff = new AbortController()
  parser.on('field', (name, value) => form.append(name, value))
  parser.on('file', (_, part, name) => {
    // Stores no file without a name, because browsers send an empty one if no
    // file was chosen.
    const isStored = Boolean(name) && maxTextBytes === undefined
    // Ignores the error event, because the part may fail before anyone reads
    // it. The reader still gets the error.
    addAbortSignal(brokenOff.signal, part).on('error', () => undefined)
    if (!isStored) return part.resume()
    // Catches the error here, because the fields of the form are still needed.
    storing = storePart(part).catch((error: Error) => error)
  })
  const isWhole = await pipeline(
    startOf(request.body, maxTextBytes),
    parser,
  ).then(
    () => true,
    () => false,
  )
  if (!isWhole) brokenOff.abort()
  // Also refuses U+FFFD itself, because the parser writes it for invalid bytes.
  const isUtf8 = ![...form.values()].some((value) => value.includes('\uFFFD'))
  return { form, file: await storing, isIntact: isWhole && isUtf8 }
}

async function storePart(part: Readable): Promise<Received> {
  try {
    return await receiveFile(part.iterator({ destroyOnReturn: false }))
  } finally {
    // Reads a refused file to the end, because the browser would otherwise
    // never read the response.
    part.resume()
  }
}

async function* startOf(
  body: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
) {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return
    yield chunk
  }
}

/** Returns undefined for a body that is not a multipart form. */
function createParser(request: Request) {
  const type = request.headers.get('content-type') ?? ''
  if (mediaType(request) !== 'multipart/form-data') return undefined
  try {
    return new Busboy({ headers: { 'content-type': type }, limits })
  } catch {
    return undefined // no boundary
  }
}
