import type { RequestListener } from 'node:http'
import { routing } from '@/lib/i18n/routing'
import { errorDetails, log } from '@/lib/log'
import { setBounded } from '@/lib/set-bounded'
import { resolveWithin } from '@/lib/time-limit'
import { renderCachedPage } from './render-cached-page'
import type { Resource } from './resource'

// The longest wait for a page. After it, Next responds, so that one page does
// not block everyone who asks for it.
const maxRenderMs = 10_000

// The time after which a page is rendered again, because Next's bundles cache
// the reports for up to 30 seconds. A page may therefore miss a row that was
// repaired with SQL.
const maxAgeMs = 60_000

const maxCached = 200

// More than the three pages per language that have data, because a page sent
// before the reports changed still asks for its own data.
const cachedDataPerLanguage = 10

type Rendering = { startedAt: number; resource: Promise<Resource | undefined> }

/**
 * Renders pages and files through Next and caches them, with the data of the
 * pages, for one revision of the reports.
 */
export function createRenderingCache(
  handle: RequestListener,
  renderMs = maxRenderMs,
) {
  const renderings = new Map<string, Rendering>()
  const data = new Map<string, Resource>()
  const maxCachedData = cachedDataPerLanguage * routing.locales.length
  let cachedRevision: string | undefined

  /** Resolves to undefined if Next has to respond. */
  function findPage(
    key: string,
    revision: string,
  ): Promise<Resource | undefined> {
    if (revision !== cachedRevision) renderings.clear()
    cachedRevision = revision
    const known = renderings.get(key)
    const isFresh = known && performance.now() - known.startedAt < maxAgeMs
    return isFresh ? known.resource : render(key)
  }

  function render(key: string): Promise<Resource | undefined> {
    const cacheData = (address: string, script: Resource) =>
      setBounded(data, address, script, maxCachedData)
    const rendering = renderCachedPage(handle, key, cacheData)
    const resource = resolveWithin(renderMs, rendering).catch(
      (error: Error) => {
        log.error(
          { ...errorDetails(error), path: key },
          'a page with reports could not be rendered',
        )
        return undefined
      },
    )
    const started = { startedAt: performance.now(), resource }
    setBounded(renderings, key, started, maxCached)
    void resource.then((rendered) => {
      if (!rendered && renderings.get(key) === started) renderings.delete(key)
    })
    return resource
  }

  async function findData(address: string, page: string, revision: string) {
    // Renders the page, which also stores its data.
    if (!data.has(address)) await findPage(page, revision)
    return data.get(address)
  }

  return { findPage, findData }
}
