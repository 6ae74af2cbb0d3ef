import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { downloadNameOf, fingerprintInPath } from '@/lib/attestations/files/address'
import { placeOfFile } from '@/lib/attestations/files/folder'
import { answerHeaders, requestIdHeader } from '@/lib/http/answer-headers'
import { mediaTypes } from '@/lib/http/api-table'
import { cachePolicies } from '@/lib/http/cache-policy'
import { log } from '@/lib/log'
import { isCurrent, isKnown, rangeOf, refuseRange } from './conditions'
import { pathOf } from './request'

/** Answers a request for the file of a report, streamed from its folder, and returns whether it is one. */
export function answerReportFile(
  request: IncomingMessage,
  response: ServerResponse,
  answerMissing: () => void,
  id?: string,
): boolean {
  const { method } = request
  const sha256 = method === 'GET' || method === 'HEAD' ? fingerprintInPath(pathOf(request)) : undefined
  if (sha256 === undefined) return false
  stat(placeOfFile(sha256)).then(
    ({ size }) => send(request, response, { sha256, size, added: id ? [requestIdHeader, id] : [] }),
    ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'ENOENT') log.error({ code, file: sha256 }, unreadable)
      answerMissing()
    },
  )
  return true
}

const unreadable = 'the file of a report could not be read'

type File = { sha256: string; size: number; added: string[] }

async function send(request: IncomingMessage, response: ServerResponse, { sha256, size, added }: File): Promise<void> {
  const { headers, method } = request
  const etag = `"${sha256}"`
  const common = [...Object.entries(headersOf(sha256)).flat(), 'ETag', etag, ...added]
  if (isKnown(headers['if-none-match'], etag)) {
    response.writeHead(304, common).end()
    return
  }
  const asked = headers.range && isCurrent(headers['if-range'], etag) ? rangeOf(headers.range, size) : 'all'
  if (asked === 'unsatisfiable') return refuseRange(response, size, added)
  const { start, end } = asked === 'all' ? { start: 0, end: size } : asked
  const partial = asked === 'all' ? [] : ['Content-Range', `bytes ${start}-${end - 1}/${size}`]
  const length = ['Content-Type', mediaTypes.pdf, 'Content-Length', String(end - start)]
  response.writeHead(asked === 'all' ? 200 : 206, [...common, ...length, ...partial])
  if (method === 'HEAD') {
    response.end()
    return
  }
  try {
    await pipeline(createReadStream(placeOfFile(sha256), { start, end: end - 1 }), response)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A reader who leaves is no error.
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ code, file: sha256 }, unreadable)
  }
}

function headersOf(sha256: string): Record<string, string> {
  return {
    ...answerHeaders,
    'Cache-Control': cachePolicies.asset,
    'Accept-Ranges': 'bytes',
    'Content-Disposition': `inline; filename="${downloadNameOf(sha256)}"`,
  }
}
