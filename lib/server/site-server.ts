import type { RequestListener, Server } from 'node:http'
import { log } from '@/lib/log'
import { prepareAnswer } from './answer-headers'
import { createBoundedServer } from './bounded-server'
import { clientAddress } from './client-address'
import { logConsole } from './console-log'
import { createDrain } from './drain'
import { filterRequest } from './request-filter'
import { logRequest } from './request-log'

/**
 * The site's HTTP server around Next's request handler, and a function that ends it once its requests are answered. From
 * now on all that is written to the console is logged.
 */
export function createSiteServer(handle: RequestListener): { server: Server; drain: () => void } {
  logConsole()
  const server = createBoundedServer((request, response) =>
    logRequest(request, response, () => {
      prepareAnswer(request, response)
      if (filterRequest(request, response)) return
      request.headers['x-forwarded-for'] = clientAddress(request)
      handle(request, response)
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
