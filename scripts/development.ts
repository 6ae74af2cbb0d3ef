import { createServer, type RequestListener } from 'node:http'
import { hostname } from 'node:os'
import { hostOf, listen } from '../lib/server/listen'
import { answerReportFile } from '../lib/server/report-files'
import { filterRequest } from '../lib/server/request'
import { normalizeTarget } from '../lib/server/target'
import { changeSettings, readPort, readSettings } from './settings'
import { migrate, prepareLook } from './setup'

/** Prepares the database unless this process could not listen, and returns the port. */
export async function prepareStart(host = hostOf(readSettings(), hostname())): Promise<number> {
  // Another value is among the problems of the settings.
  const port = readPort() ?? 0
  const probe = createServer()
  const problem = await listen(probe, { host, port }).catch((error: Error) => error.message)
  await migrate(problem ? [problem] : [])
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** The site for development, and the server to listen with, which has Next's web socket. */
export async function prepareDevelopment(port: number) {
  await prepareLook()
  changeSettings({ NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' })
  const { default: next } = await import('next')
  const server = createServer()
  const app = next({ dev: true, hostname: 'localhost', port, httpServer: server })
  await app.prepare()
  return { server, site: withRequestFilter(app.getRequestHandler()) }
}

const developmentPaths = /^\/(_next\/|__nextjs)/

export function withRequestFilter(handle: RequestListener): RequestListener {
  return (request, response) => {
    const isNormal = normalizeTarget(request)
    if (!developmentPaths.test(request.url ?? '') && filterRequest(request, response, isNormal)) return
    if (!answerReportFile(request, response, () => handle(request, response))) handle(request, response)
  }
}
