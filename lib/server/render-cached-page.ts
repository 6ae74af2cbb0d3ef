import type { RequestListener } from 'node:http'
import inject from 'light-my-request'
import { deferScripts } from '@/lib/build/page-scripts'
import { compress } from '@/lib/compress'
import { env } from '@/lib/env'
import { cachePolicies } from '@/lib/http/cache-policy'
import { splitPath } from '@/lib/i18n/navigation'
import { log } from '@/lib/log'
import { paths, yearPageOf } from '@/lib/routes'
import { inspectPage } from '@/lib/security/inspect-page'
import {
  cacheableRenderHeader,
  pagePolicy,
  tagManagerOrigin,
} from '@/lib/security/policy.mjs'
import { speculationHeader } from '@/lib/speculation-rules'
import { createResource, type Resource } from './resource'

type CacheData = (address: string, resource: Resource) => void

function isPage(key: string): boolean {
  return !key.startsWith('/api/') && !/\.\w+$/.test(key)
}

/** Whether a page contains controls for people who may change reports. */
export function hasOperatorControls(key: string): boolean {
  return isPage(key) && splitPath(key).path.startsWith(paths.attestations)
}

/**
 * Renders a page or file that only changes with the reports. Passes the page's
 * data, which has a separate address, to `cacheData`. Resolves to undefined if
 * the response must not be cached.
 */
export async function renderCachedPage(
  handle: RequestListener,
  key: string,
  cacheData: CacheData,
): Promise<Resource | undefined> {
  const response = await inject(handle, {
    url: key,
    headers: { host: 'localhost', [cacheableRenderHeader]: '1' },
  })
  if (response.statusCode !== 200) return undefined
  const type = String(response.headers['content-type'])
  if (isPage(key)) return securePage(response.payload, key, type, cacheData)
  return createResource(await compress(response.rawPayload, 'quick'), {
    'Content-Type': type,
    'Cache-Control': String(response.headers['cache-control']),
  })
}

async function securePage(
  payload: string,
  key: string,
  type: string,
  cacheData: CacheData,
): Promise<Resource | undefined> {
  // Leaves the data of year pages inline, because there are too many of them to
  // cache their data for longer than the pages.
  const isYear = yearPageOf(splitPath(key).path) !== undefined
  // Adds the page to the address of its data, so that another process can render
  // the page and then has the data as well.
  const { html, data } = deferScripts(
    payload,
    isYear ? 'inline' : { query: `?of=${key}` },
  )

  const { scripts, styles, errors } = inspectPage(html)
  if (errors.length > 0) {
    log.error(
      { errors, path: key },
      'page not cached, because its content security policy would not be strict',
    )
    return undefined
  }

  // Does not cache a page without its list of reports, because the list was
  // missing only at this moment. Report texts are escaped, so they cannot look
  // like this tag.
  if (/<\w+ [^>]*\bdata-incomplete\b/.test(html)) return undefined
  if (data) {
    const file = await compress(Buffer.from(data.text), 'quick')
    cacheData(data.script[0], createResource(file, dataHeaders))
  }
  return createResource(await compress(Buffer.from(html), 'quick'), {
    'Content-Type': type,
    'Cache-Control': cachePolicies.page,
    'Content-Security-Policy': pagePolicy({
      scripts,
      styles,
      tagManager: tagManagerOrigin(env.SITE_TAG_MANAGER_URL),
    }),
    ...(hasOperatorControls(key) && { Vary: 'Accept-Encoding, Cookie' }),
    ...speculationHeader,
  })
}

const dataHeaders = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': cachePolicies.asset,
}
