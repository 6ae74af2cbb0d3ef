import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { stripVTControlCharacters } from 'node:util'
import { fingerprintInPath } from '@/lib/attestations/file-address'
import { findApiAddress, isApiPath } from '@/lib/http/api-table'
import { splitPath } from '@/lib/i18n/navigation'
import { errorDetails, log } from '@/lib/log'
import { metrics } from '@/lib/metrics/metrics'
import { isConsolePage } from '@/lib/operator/console-paths'
import { isRootFile } from '@/lib/root-files'
import { findRoute } from '@/lib/routes'
import { pathOf } from './request'

const maxLoggedCharacters = 300

/**
 * Gives a request an id, and counts and logs it once it is done. Never logs its
 * query or body, because visitors have typed them.
 */
export function watchRequest(
  request: IncomingMessage,
  response: ServerResponse,
): string {
  const { socket } = request
  const id = randomUUID()
  response.setHeader('X-Request-Id', id)
  const startedAt = performance.now()
  const bytesBefore = socket.bytesWritten
  const path = pathOf(request)
  response.once('close', () => {
    const ms = performance.now() - startedAt
    // 0 if the client left before the response started.
    const status = response.headersSent ? response.statusCode : 0
    metrics.requests.observe({ kind: kindOf(path), status }, ms / 1000)
    const level = path.startsWith('/_next/') ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    const details = {
      request: id,
      method: request.method,
      path: path.slice(0, maxLoggedCharacters),
      status: status || null,
      ms: Math.round(ms),
      bytes: socket.bytesWritten - bytesBefore,
      // The client left, or was cut off, before the response ended.
      ...(!response.writableFinished && { unfinished: true }),
    }
    log[level](details, 'answered')
  })
  return id
}

function kindOf(path: string): string {
  if (path.startsWith('/_next/static/')) return 'asset'
  if (isRootFile(path) || fingerprintInPath(path)) return 'file'
  if (isApiPath(path)) return findApiAddress(path)?.path ?? 'unknown'
  const plain = splitPath(path).path
  const kind = isConsolePage(plain) ? 'page' : findRoute(plain)?.kind
  if (!kind) return 'unknown'
  return kind === 'file' ? 'file' : 'page'
}

const levels = {
  log: 'info',
  info: 'info',
  debug: 'debug',
  trace: 'debug',
  warn: 'warn',
  error: 'error',
} as const

export function logConsole() {
  for (const [method, level] of Object.entries(levels)) {
    Reflect.set(console, method, (...parts: unknown[]) => {
      const error = parts.find((part) => part instanceof Error)
      log[level](error ? errorDetails(error) : {}, joinTexts(parts))
    })
  }
  process.removeAllListeners('warning')
  process.on('warning', (warning) =>
    log.warn(errorDetails(warning), 'process warning'),
  )
}

function joinTexts(parts: unknown[]): string {
  const text = parts.filter((part) => typeof part === 'string').join(' ')
  return stripVTControlCharacters(text)
    .replace(/\?\S+/g, '?…')
    .trim()
    .slice(0, maxLoggedCharacters)
}
