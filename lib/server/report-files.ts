import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fingerprintInPath } from '@/lib/attestations/file-address'
import { pieceBytes } from '@/lib/attestations/file-limits'
import { mediaTypes } from '@/lib/http/api-table'
import { cachePolicies } from '@/lib/http/cache-policy'
import { log } from '@/lib/log'
import { type FilePiece, reportLoaders } from '@/lib/process-state'
import { runSerially } from '@/lib/serial-queue'
import { setBounded } from '@/lib/set-bounded'
import { site } from '@/lib/site'
import { isRead, pathOf, sendShortResponse } from './request'
import { answerPrecondition, defaultHeaders } from './resource'

type LoadPiece = typeof reportLoaders.loadPiece

// The most pieces in the cache: 32, which have at most 32 MB.
const maxCachedPieces = 32

const unavailable = { status: 503, code: 'unavailable' }

/**
 * Serves report files, which `load` reads from the database. The returned
 * function resolves to false for other addresses and for unknown files.
 */
export function createReportFiles(
  load: LoadPiece = (...asked) => reportLoaders.loadPiece(...asked),
) {
  const loadCached = cachePieces(load)

  return async function answerReportFile(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const sha256 = isRead(request)
      ? fingerprintInPath(pathOf(request))
      : undefined
    if (sha256 === undefined) return false
    try {
      const first = await loadCached(sha256, 0)
      if (!first) return false
      const file = { sha256, size: first.fileBytes, load: loadCached }
      await sendFile(request, response, file)
    } catch (error) {
      const { name, code } = error as NodeJS.ErrnoException
      // Ignores the error of a reader who disconnects.
      if (code === 'ERR_STREAM_PREMATURE_CLOSE') return true
      log.error({ error: name, file: sha256 }, unreadable)
      if (response.headersSent) response.destroy()
      else sendShortResponse(request, response, unavailable)
    }
    return true
  }
}

const unreadable = 'a report file could not be read'

/**
 * Caches the most recently requested pieces. Loads one piece at a time, so that
 * requests for many files do not fill the memory.
 */
function cachePieces(load: LoadPiece): LoadPiece {
  const cached = new Map<string, FilePiece>()

  return async (sha256, number) => {
    const key = `${sha256} ${number}`
    const findOrLoad = () => cached.get(key) ?? load(sha256, number)
    const piece = cached.get(key) ?? (await runSerially(cached, findOrLoad))
    if (piece) setBounded(cached, key, piece, maxCachedPieces)
    return piece
  }
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { sha256, size, load }: { sha256: string; size: number; load: LoadPiece },
): Promise<void> {
  const { headers, method } = request
  const etag = `"${sha256}"`
  const common = {
    ...defaultHeaders,
    'Cache-Control': cachePolicies.asset,
    'Accept-Ranges': 'bytes',
    'Content-Disposition': `inline; filename="${downloadNameOf(sha256)}"`,
    ETag: etag,
  }
  if (answerPrecondition(request, response, common)) return

  const isCurrent =
    headers['if-range'] === undefined || headers['if-range'] === etag
  const part =
    headers.range && isCurrent && method === 'GET'
      ? parseRange(headers.range, size)
      : undefined
  const { start, end } = part ?? { start: 0, end: size }
  if (part && start >= end) {
    const refused = {
      'Content-Range': `bytes */${size}`,
      'Content-Length': 0,
      'Cache-Control': cachePolicies.none,
    }
    return void response.writeHead(416, { ...common, ...refused }).end()
  }

  response.writeHead(part ? 206 : 200, {
    ...common,
    'Content-Type': mediaTypes.pdf,
    'Content-Length': end - start,
    ...(part && { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }),
  })
  if (method === 'HEAD') return void response.end()
  const content = readPart((number) => load(sha256, number), start, end)
  await pipeline(Readable.from(content), response)
}

async function* readPart(
  load: (number: number) => Promise<FilePiece | undefined>,
  start: number,
  end: number,
) {
  for (let offset = start; offset < end; ) {
    const piece = await load(Math.floor(offset / pieceBytes))
    const from = offset % pieceBytes
    const content = piece?.content.subarray(from, from + end - offset)
    if (!content?.length) throw new Error('a piece is missing')
    yield content
    offset += content.length
  }
}

function downloadNameOf(sha256: string): string {
  const brand = site.brand
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return `${brand}-attestation-${sha256.slice(0, 12)}.pdf`.replace(/^-+/, '')
}

/**
 * Parses a range (RFC 9110 section 14). A part beyond the end of the file is
 * empty. Returns undefined for several ranges, so that the whole file is sent.
 */
function parseRange(
  range: string,
  length: number,
): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = range.match(/^bytes=(\d*)-(\d*)$/i) ?? []
  if (!first)
    return last
      ? { start: Math.max(length - Number(last), 0), end: length }
      : undefined
  if (last && Number(last) < Number(first)) return undefined
  return {
    start: Number(first),
    end: last ? Math.min(Number(last) + 1, length) : length,
  }
}
