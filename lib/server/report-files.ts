import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { fingerprintInPath } from '@/lib/attestations/fields'
import { downloadNameOf, placeOfFile } from '@/lib/attestations/files'
import { mediaTypes } from '@/lib/http/api-table'
import { cachePolicies } from '@/lib/http/cache-policy'
import { log } from '@/lib/log'
import { isRead, pathOf } from './request'
import { answerHeaders, answerPrecondition } from './resource'

export function answerReportFile(
  request: IncomingMessage,
  response: ServerResponse,
  answerMissing: () => void,
): boolean {
  const sha256 = isRead(request)
    ? fingerprintInPath(pathOf(request))
    : undefined
  if (sha256 === undefined) return false
  stat(placeOfFile(sha256)).then(
    ({ size }) => send(request, response, sha256, size),
    ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'ENOENT') log.error({ code, file: sha256 }, unreadable)
      answerMissing()
    },
  )
  return true
}

const unreadable = 'the file of a report could not be read'

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  sha256: string,
  size: number,
): Promise<void> {
  const { headers, method } = request
  const etag = `"${sha256}"`
  const common = {
    ...answerHeaders,
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
      ? rangeOf(headers.range, size)
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
  if (method === 'HEAD' || size === 0) return void response.end()
  try {
    await pipeline(
      createReadStream(placeOfFile(sha256), { start, end: end - 1 }),
      response,
    )
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A reader who disconnects is not an error.
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE')
      log.error({ code, file: sha256 }, unreadable)
  }
}

// Parses a range (RFC 9110 section 14). A part beyond the end of the file is
// empty. Several ranges return undefined, so that the whole file is sent.
function rangeOf(
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
