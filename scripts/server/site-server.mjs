import { prepareAnswer } from './answer-headers.mjs'
import { createBoundedServer } from './bounded-server.mjs'
import { clientAddress } from './client.mjs'
import { createDrain } from './drain.mjs'
import { guard } from './guard.mjs'
import { log, logConsole, logRequest } from './log.mjs'

/**
 * The site's HTTP server around Next's request handler, and a function that ends it once its requests are answered. From
 * now on all that is written to the console is logged.
 */
export function createSiteServer(handle) {
  logConsole()
  const server = createBoundedServer((request, response) =>
    logRequest(request, response, () => {
      prepareAnswer(request, response)
      if (guard(request, response)) return
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
