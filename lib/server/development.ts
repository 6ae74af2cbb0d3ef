import type { RequestListener } from 'node:http'
import { clientAddress } from './client-address'
import { answerReportFile } from './report-files'
import { filterRequest } from './request-filter'

// Without them, what the development server tells the browser beside a page that is refreshed does not reach it, and the
// refresh never ends.
const refreshHeaders = ['x-nextjs-request-id', 'x-nextjs-html-request-id']

const developmentPaths = /^\/(_next\/|__nextjs)/

/** Puts the production filter before `next dev`, so that addresses behave alike. */
export function withRequestFilter(handle: RequestListener): RequestListener {
  return (request, response) => {
    const kept = refreshHeaders.map((name) => [name, request.headers[name]] as const)
    if (!developmentPaths.test(request.url ?? '') && filterRequest(request, response)) return
    for (const [name, value] of kept) if (value !== undefined) request.headers[name] = value
    request.headers['x-forwarded-for'] = clientAddress(request)
    if (!answerReportFile(request, response, () => handle(request, response))) handle(request, response)
  }
}
