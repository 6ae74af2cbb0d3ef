import { createServer, type RequestListener } from 'node:http'
import { createReportFiles } from '@/lib/server/report-files'
import { normalizeTarget } from '@/lib/server/request'
import { filterRequest } from '@/lib/server/request-filter'
import { changeSettings } from './settings'
import { prepareLook } from './setup'

/**
 * Prepares the development site. Also returns the server that has to listen,
 * because it carries Next's web socket.
 */
export async function prepareDevelopment(port: number) {
  await prepareLook()
  changeSettings({ NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' })
  const { default: next } = await import('next')
  const server = createServer()
  const app = next({
    dev: true,
    hostname: 'localhost',
    port,
    httpServer: server,
  })
  await app.prepare()
  return { server, site: withRequestFilter(app.getRequestHandler()) }
}

const developmentPaths = /^\/(_next\/|__nextjs)/

export function withRequestFilter(handle: RequestListener): RequestListener {
  const answerReportFile = createReportFiles()
  return async (request, response) => {
    const isNormal = normalizeTarget(request)
    if (
      !developmentPaths.test(request.url ?? '') &&
      filterRequest(request, response, isNormal)
    )
      return
    if (!(await answerReportFile(request, response))) handle(request, response)
  }
}
