import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { mediaType } from '@/lib/http/body'
import { maxFileBytes } from '@/lib/http/file-size'
import { type Received, receiveFile } from './receive'

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
