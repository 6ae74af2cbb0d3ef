import type { RequestListener } from 'node:http'
import { answerReportFile } from './report-files'
import { filterRequest } from './request'

const developmentPaths = /^\/(_next\/|__nextjs)/

export function withRequestFilter(handle: RequestListener): RequestListener {
  return (request, response) => {
    if (!developmentPaths.test(request.url ?? '') && filterRequest(request, response)) return
    if (!answerReportFile(request, response, () => handle(request, response))) handle(request, response)
  }
}
