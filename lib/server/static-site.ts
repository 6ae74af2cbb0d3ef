import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { cachePolicies, cachePolicyOf } from '@/lib/http/cache-policy'
import { resolveRoute, withoutLanguage } from '@/lib/resolve-route'
import { speculationHeader } from '@/lib/speculation-rules'
import { encodings, type StaticFile, type StaticSite, staticSiteFolder, staticSiteIndex } from '@/lib/static-site'
import { hasPlainPath, pathOf, withoutDotSegments } from './request'
import { createResource, type Resource, sendResource } from './resource'

/** Makes a function that answers from the build's static files, held in memory; it returns whether it has answered. */
export function createStaticSite(folder: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { pages, files } = load(join(folder, staticSiteFolder))
  return (request, response) => {
    const { method, url = '', headers } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const normalized = withoutDotSegments(request)
    if (normalized) {
      redirect(response, normalized)
      return true
    }
    // Next's own router, which no link uses, asks for a page as data.
    if ('rsc' in headers) return false
    const path = pathOf(request)
    const file = files.get(path)
    if (file) {
      sendResource(request, response, 200, file)
      return true
    }
    if (!hasPlainPath(request) || path.startsWith('/api/') || path.startsWith('/_next/')) return false
    const parameters = new URLSearchParams(url.slice(path.length))
    const route = resolveRoute(path, parameters)
    if (route.kind === 'redirect') {
      redirect(response, route.to + withoutLanguage(parameters))
      return true
    }
    const page = route.kind === 'page' && pages.get(route.at)
    if (!page) return false
    sendResource(request, response, route.status, page)
    return true
  }
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(308, { Location: location, 'Cache-Control': cachePolicies.redirect, 'Content-Length': 0 }).end()
}

/** The policy sources of the styles that Next puts into the pages which are rendered per request. */
export function readInlineStyles(folder: string): string[] {
  return readIndex(join(folder, staticSiteFolder)).styles
}

function readIndex(folder: string): StaticSite {
  return JSON.parse(readFileSync(join(folder, staticSiteIndex), 'utf8'))
}

function load(folder: string): Record<'pages' | 'files', Map<string, Resource>> {
  const site = readIndex(folder)
  return { pages: loadAll(folder, site.pages), files: loadAll(folder, site.files) }
}

function loadAll(folder: string, entries: Record<string, StaticFile>): Map<string, Resource> {
  return new Map(
    Object.entries(entries).map(([address, { file, type, encodings: available, policy }]) => {
      const bytes = Object.fromEntries(
        available.map((encoding) => [encoding, readFileSync(join(folder, `${file}.${encodings[encoding]}`))]),
      )
      const headers = {
        'Content-Type': type,
        'Cache-Control': policy ? cachePolicies.page : cachePolicyOf(address, 200),
        ...(policy && { 'Content-Security-Policy': policy, ...speculationHeader }),
        // Other sites show these in link previews.
        ...(address.startsWith('/share/') && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
      }
      return [address, createResource({ ...bytes, identity: readFileSync(join(folder, file)) }, headers)]
    }),
  )
}
