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
import { createStaticSite } from './static-site'

/**
 * The site's HTTP server: it answers what is the same for everybody from memory, as it stands in the folder of the build,
 * and the rest by Next's request handler. `drain` ends it once its requests are answered. From now on all that is
 * written to the console is logged.
 */
export function createSiteServer(buildFolder: string, handle: RequestListener): { server: Server; drain: () => void } {
  logConsole()
  const answerStatic = createStaticSite(buildFolder)
  const answerReports = createRenderedReports(handle)
  const server = createBoundedServer((request, response) =>
    logRequest(request, response, () => {
      prepareAnswer(request, response)
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
