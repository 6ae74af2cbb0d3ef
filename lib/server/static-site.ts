import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import {
  type Encoding,
  encodings,
  headersOf,
  type StaticFile,
  type StaticSite,
  staticSiteFolder,
  staticSiteIndex,
} from '@/lib/build/static-index'
import { answerHeaders, requestIdHeader } from '@/lib/http/answer-headers'
import { cachePolicies } from '@/lib/http/cache-policy'
import { splitPath } from '@/lib/i18n/navigation'
import { internalPath, resolveRoute, withoutLanguage } from '@/lib/resolve-route'
import { notFoundPath } from '@/lib/routes'
import { isForNextRouter, isRead, normalizedAddress, pathOf } from './request'
import { createResource, type Resource, sendResource } from './resource'

type Found = { status: 200 | 404; resource: Resource } | { location: string }

export function createStaticSite(buildFolder: string) {
  const folder = join(buildFolder, '.next', staticSiteFolder)
  const site: StaticSite = JSON.parse(readFileSync(join(folder, staticSiteIndex), 'utf8'))
  const pages = readAll(folder, site.pages)
  const files = readAll(folder, site.files)

  function answer(request: IncomingMessage, response: ServerResponse, id: string): boolean {
    if (!isRead(request)) return false
    const found = find(request)
    if (!found) return false
    if ('location' in found) {
      const headers = { ...answerHeaders, 'Cache-Control': cachePolicies.redirect, 'Content-Length': '0' }
      response.writeHead(308, { ...headers, [requestIdHeader]: id, Location: found.location }).end()
    } else sendResource(request, response, found.status, found.resource, id)
    return true
  }

  function find(request: IncomingMessage): Found | undefined {
    const path = pathOf(request)
    const file = files.get(path)
    if (file) return { status: 200, resource: file }
    if (path.startsWith('/api/') || path.startsWith('/_next/')) return undefined
    const normalized = normalizedAddress(request)
    if (normalized) return { location: normalized }
    if (isForNextRouter(request)) return undefined
    const parameters = new URLSearchParams(request.url?.slice(path.length) ?? '')
    const route = resolveRoute(path, parameters)
    if (route.kind === 'redirect') return { location: route.to + withoutLanguage(parameters) }
    const page = route.kind === 'page' && pages.get(route.at)
    return page ? { status: route.status, resource: page } : undefined
  }

  function answerNotFound(request: IncomingMessage, response: ServerResponse, id: string): void {
    const page = pages.get(internalPath(splitPath(pathOf(request)).locale, notFoundPath))
    if (page) sendResource(request, response, 404, page, id)
  }

  return { answer, answerNotFound, styles: site.styles }
}

function readAll(folder: string, entries: Record<string, StaticFile>): Map<string, Resource> {
  return new Map(
    Object.entries(entries).map(([address, entry]) => {
      const contents = readEncodings(join(folder, entry.file), entry.encodings)
      return [address, createResource(contents, headersOf(address, entry))]
    }),
  )
}

function readEncodings(file: string, names: Encoding[]) {
  const encoded = names.map((name) => [name, readFileSync(`${file}.${encodings[name]}`)] as const)
  return { identity: readFileSync(file), ...Object.fromEntries(encoded) }
}
