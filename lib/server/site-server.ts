import type { RequestListener, Server } from 'node:http'
import { log } from '@/lib/log'
import { prepareAnswer } from './answer-headers'
import { createBoundedServer } from './bounded-server'
import { clientAddress } from './client-address'
import { logConsole } from './console-log'
import { createDrain } from './drain'
import { createRenderedReports } from './rendered-reports'
import { filterRequest } from './request-filter'
import { logRequest } from './request-log'
import { createStaticSite, readInlineStyles } from './static-site'

/** Answers from memory what is the same for everybody, the rest by Next's handler. Console output becomes log lines. */
export function createSiteServer(buildFolder: string, handle: RequestListener): { server: Server; drain: () => void } {
  logConsole()
  const answerStatic = createStaticSite(buildFolder)
  const styles = readInlineStyles(buildFolder)
  const answerReports = createRenderedReports(handle)
  const server = createBoundedServer((request, response) =>
    logRequest(request, response, () => {
      prepareAnswer(request, response, styles)
      if (filterRequest(request, response) || answerStatic(request, response)) return
      answerReports(request, response, () => {
        request.headers['x-forwarded-for'] = clientAddress(request)
        handle(request, response)
      })
    }),
  )
  const drain = createDrain(server)
  return {
    server,
    drain() {
      log.info('stopping: requests under way are finished first')
      drain()
    },
  }
}
