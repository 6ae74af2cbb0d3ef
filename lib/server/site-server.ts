import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { cachePolicyOf } from '@/lib/http/cache-policy'
import { log } from '@/lib/log'
import { requestIds } from '@/lib/process-state'
import { createKeptPages } from './kept-pages'
import { createBoundedServer } from './limits'
import { answerReportFile } from './report-files'
import { filterRequest, pathOf } from './request'
import { logConsole, watchRequest } from './request-log'
import { answerHeaders } from './resource'
import { createStaticSite } from './static-site'

export function createSiteServer(buildFolder: string, handle: RequestListener) {
  logConsole()
  const staticSite = createStaticSite(buildFolder)
  const answerKeptPage = createKeptPages(handle, staticSite.answerNotFound)

  function answer(request: IncomingMessage, response: ServerResponse, id: string) {
    if (staticSite.answer(request, response)) return
    const next = () => {
      prepareAnswer(request, response, staticSite.styles)
      handle(request, response)
    }
    const fail = (error: Error) => {
      log.error({ error: error.name }, 'a request could not be answered')
      response.destroy()
    }
    requestIds.run(id, () => void answerKeptPage(request, response, next).catch(fail))
  }

  return createBoundedServer((request, response) => {
    const id = watchRequest(request, response)
    if (filterRequest(request, response)) return
    if (!answerReportFile(request, response, () => answer(request, response, id))) answer(request, response, id)
  })
}

const policyHeader = 'Content-Security-Policy'

function prepareAnswer(request: IncomingMessage, response: ServerResponse, styles: string[]): void {
  for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value)
  const path = pathOf(request)
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const given = String(response.getHeader('Cache-Control') ?? '')
    response.setHeader('Cache-Control', cachePolicyOf(path, status, given))
    const policy = String(response.getHeader(policyHeader))
    if (policy.includes("'nonce-")) {
      response.setHeader(policyHeader, policy.replace("style-src 'self'", ["style-src 'self'", ...styles].join(' ')))
    }
    return writeHead(status, ...rest)
  }
}
