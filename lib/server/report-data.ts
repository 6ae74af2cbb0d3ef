import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Script } from '@/lib/build/defer-scripts'
import { localizedPath } from '@/lib/i18n/navigation'
import { routing } from '@/lib/i18n/routing'
import { paths } from '@/lib/routes'
import { pathOf } from './request'

const folder = '/_next/static/page-data/'

// The pages that change with each report. Those of years are many, and keep their data in them.
const pagesWithout = routing.locales.map((locale) => localizedPath(locale, paths.attestations))

/** Whether the data of a page is a file of its own. */
export function isSentWithoutData(page: string): boolean {
  return pagesWithout.includes(page)
}

/** The address of a page's data, named by its content: another process that renders the same knows it as well. */
export function dataScript(page: string, data: string): Script {
  const digest = createHash('sha256').update(data)
  const integrity = `sha256-${digest.copy().digest('base64')}`
  return [`${folder}${digest.digest('hex').slice(0, 16)}.js?of=${page}`, integrity]
}

/** The page whose data is asked for; undefined for any other request. */
export function pageOfData(request: IncomingMessage): string | undefined {
  const path = pathOf(request)
  if (!path.startsWith(folder)) return undefined
  const page = new URLSearchParams(request.url?.slice(path.length)).get('of') ?? ''
  return isSentWithoutData(page) ? page : undefined
}
