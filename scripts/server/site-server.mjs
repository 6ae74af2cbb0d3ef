import { prepareAnswer } from './answer-headers.mjs'
import { createBoundedServer } from './bounded-server.mjs'
import { clientAddress } from './client.mjs'
import { guard } from './guard.mjs'
import { logConsole, logRequest } from './log.mjs'

/** The site's HTTP server around Next's request handler. From now on all that is written to the console is logged. */
export function createSiteServer(handle) {
  logConsole()
  return createBoundedServer((request, response) =>
    logRequest(request, response, () => {
      prepareAnswer(request, response)
      if (guard(request, response)) return
      request.headers['x-forwarded-for'] = clientAddress(request)
      handle(request, response)
    }),
  )
}
