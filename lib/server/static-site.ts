import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import {
  readStaticSite,
  type StaticFile,
  type StaticSite,
} from '@/lib/build/static-index'
import { cachePolicies } from '@/lib/http/cache-policy'
import { splitPath, withoutLanguage } from '@/lib/i18n/navigation'
import { internalPath, type ResolvedRoute } from '@/lib/resolve-route'
import { notFoundPath } from '@/lib/routes'
import {
  isForNextRouter,
  isRead,
  pathOf,
  queryOf,
  sendShortResponse,
} from './request'
import { createResource, type Resource, sendResource } from './resource'

export type Policies = Pick<StaticSite, 'styles' | 'errorPolicy'>

export function createStaticSite(buildFolder: string) {
  const { folder, site } = readStaticSite(buildFolder)
  const pages = readAll(folder, site.pages)
  const files = readAll(folder, site.files)

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    route: ResolvedRoute | undefined,
  ): boolean {
    const file = isRead(request) && files.get(pathOf(request))
    if (file) return send(request, response, 200, file)
    if (!route || route.kind === 'file') return false
    if (route.kind === 'redirect') {
      const query = withoutLanguage(queryOf(request))
      return redirect(request, response, route.to + query)
    }
    if (isForNextRouter(request) && route.status === 200) return false
    return send(request, response, route.status, pages.get(route.at))
  }

  function answerNotFound(request: IncomingMessage, response: ServerResponse) {
    send(
      request,
      response,
      404,
      pages.get(internalPath(splitPath(pathOf(request)).locale, notFoundPath)),
    )
  }

  const policies: Policies = site
  return { answer, answerNotFound, policies }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  resource?: Resource,
): boolean {
  if (resource) sendResource(request, response, status, resource)
  return resource !== undefined
}

function redirect(
  request: IncomingMessage,
  response: ServerResponse,
  Location: string,
): boolean {
  sendShortResponse(request, response, {
    status: 308,
    headers: { 'Cache-Control': cachePolicies.redirect, Location },
  })
  return true
}

function readAll(
  folder: string,
  entries: Record<string, StaticFile>,
): Map<string, Resource> {
  return new Map(
    Object.entries(entries).map(
      ([address, { file, headers, isCompressed }]) => {
        const read = (ending = '') => readFileSync(join(folder, file) + ending)
        const compressed = isCompressed && {
          br: read('.br'),
          gzip: read('.gz'),
        }
        return [
          address,
          createResource({ identity: read(), ...compressed }, headers),
        ]
      },
    ),
  )
}
