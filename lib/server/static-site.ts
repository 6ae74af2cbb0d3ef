import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { cachePolicies, cachePolicyOf } from '@/lib/http/cache-policy'
import { splitPath } from '@/lib/i18n/navigation'
import { internalPath, resolveRoute, withoutLanguage } from '@/lib/resolve-route'
import { notFoundPath } from '@/lib/routes'
import { encodings, type StaticFile, type StaticSite, staticSiteFolder, staticSiteIndex } from '@/lib/static-site'
import { hasPlainPath, pathOf, withoutDotSegments } from './request'
import { createResource, type Resource, sendResource } from './resource'

/** Answers from the build's static files, held in memory. `answer` returns whether it has answered. */
export function createStaticSite(folder: string) {
  const { pages, files } = load(join(folder, staticSiteFolder))

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
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

  /** Answers 404 in the language of the address; false where the build has no such page. */
  function answerNotFound(request: IncomingMessage, response: ServerResponse): boolean {
    const page = pages.get(internalPath(splitPath(pathOf(request)).locale, notFoundPath))
    if (page) sendResource(request, response, 404, page)
    return page !== undefined
  }

  return { answer, answerNotFound }
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(308, { Location: location, 'Cache-Control': cachePolicies.redirect, 'Content-Length': 0 }).end()
}

function load(folder: string): Record<keyof StaticSite, Map<string, Resource>> {
  const site: StaticSite = JSON.parse(readFileSync(join(folder, staticSiteIndex), 'utf8'))
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
        ...(policy && { 'Content-Security-Policy': policy }),
        // Other sites show these in link previews.
        ...(address.startsWith('/share/') && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
      }
      return [address, createResource({ ...bytes, identity: readFileSync(join(folder, file)) }, headers)]
    }),
  )
}
