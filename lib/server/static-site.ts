import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerHeaders, requestIdHeader } from '@/lib/http/answer-headers'
import { cachePolicies } from '@/lib/http/cache-policy'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import { routing } from '@/lib/i18n/routing'
import { internalPath, resolveRoute, withoutLanguage } from '@/lib/resolve-route'
import { notFoundPath, routes } from '@/lib/routes'
import type { StaticFile } from '@/lib/static-site'
import { createOtherBuilds } from './other-builds'
import { readStaticIndex, readStaticResource, staticSiteOf } from './read-static-site'
import { hasPlainPath, isForNextRouter, pathOf, withoutDotSegments } from './request'
import { type Resource, sendResource } from './resource'

/** Answers from the build's static files, held in memory. Both functions return whether they have answered. */
export function createStaticSite(buildFolder: string, history?: string) {
  const { pages, files } = load(staticSiteOf(buildFolder))
  const findInOtherBuilds = createOtherBuilds(buildFolder, history)
  const plain = plainAddresses(pages, files)

  function answer(request: IncomingMessage, response: ServerResponse, id: string): boolean {
    const { method, url = '' } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const known = isForNextRouter(request) ? undefined : plain.get(url)
    const found = known ? { status: 200, resource: known } : answerOf(request)
    if (!found) return false
    const added = [requestIdHeader, id]
    if ('location' in found) redirect(response, found.location, added)
    else sendResource(request, response, found.status, found.resource, added)
    return true
  }

  /** Answers 404 in the language of the address; false where the build has no such page. */
  function answerNotFound(request: IncomingMessage, response: ServerResponse): boolean {
    const page = pages.get(internalPath(splitPath(pathOf(request)).locale, notFoundPath))
    if (page) sendResource(request, response, 404, page)
    return page !== undefined
  }

  function answerOf(
    request: IncomingMessage,
  ): { location: string } | { status: number; resource: Resource } | undefined {
    const normalized = withoutDotSegments(request)
    if (normalized) return { location: normalized }
    if (isForNextRouter(request)) return undefined
    const path = pathOf(request)
    const file = files.get(path) ?? findInOtherBuilds(path)
    if (file) return { status: 200, resource: file }
    if (!hasPlainPath(request) || path.startsWith('/api/') || path.startsWith('/_next/')) return undefined
    const parameters = new URLSearchParams(request.url?.slice(path.length) ?? '')
    const route = resolveRoute(path, parameters)
    if (route.kind === 'redirect') return { location: route.to + withoutLanguage(parameters) }
    const page = route.kind === 'page' && pages.get(route.at)
    return page ? { status: route.status, resource: page } : undefined
  }

  return { answer, answerNotFound }
}

/** What the usual addresses show: those of the table and of files, without a query. */
function plainAddresses(pages: Map<string, Resource>, files: Map<string, Resource>): Map<string, Resource> {
  const addresses = routing.locales.flatMap((locale) => Object.keys(routes).map((path) => localizedPath(locale, path)))
  const found = addresses.flatMap((address): [string, Resource][] => {
    const route = resolveRoute(address, new URLSearchParams())
    const page = route.kind === 'page' && pages.get(route.at)
    return page ? [[address, page]] : []
  })
  return new Map([...found, ...files])
}

const redirectHeaders = Object.entries({
  ...answerHeaders,
  'Cache-Control': cachePolicies.redirect,
  'Content-Length': '0',
}).flat()

function redirect(response: ServerResponse, location: string, added: string[]): void {
  response.writeHead(308, [...redirectHeaders, 'Location', location, ...added]).end()
}

/** The policy sources of the styles that Next puts into the pages which are rendered per request. */
export function readInlineStyles(buildFolder: string): string[] {
  return readStaticIndex(staticSiteOf(buildFolder)).styles
}

function load(folder: string): Record<'pages' | 'files', Map<string, Resource>> {
  const { pages, files } = readStaticIndex(folder)
  return { pages: loadAll(folder, pages), files: loadAll(folder, files) }
}

function loadAll(folder: string, entries: Record<string, StaticFile>): Map<string, Resource> {
  return new Map(
    Object.entries(entries).map(([address, entry]) => [address, readStaticResource(folder, address, entry)]),
  )
}
