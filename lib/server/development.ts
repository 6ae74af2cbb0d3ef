import type { RequestListener } from 'node:http'
import { clientAddress } from './client-address'
import { answerReportFile } from './report-files'
import { filterRequest } from './request-filter'

const developmentPaths = /^\/(_next\/|__nextjs)/

/** Puts the production filter before `next dev`, so that addresses behave alike. */
export function withRequestFilter(handle: RequestListener): RequestListener {
  return (request, response) => {
    if (!developmentPaths.test(request.url ?? '') && filterRequest(request, response)) return
    request.headers['x-forwarded-for'] = clientAddress(request)
    if (!answerReportFile(request, response, () => handle(request, response))) handle(request, response)
  }
}
