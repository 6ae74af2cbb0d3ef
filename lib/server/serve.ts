import { once } from 'node:events'
import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sharedFunctions } from '@/lib/shared-functions'
import { beginStopping, cutOffDeliveries } from '@/lib/stopping'
import { within } from '@/lib/within'
import { ownAddress } from './address.mjs'
import { keepAliveBehindProxyMs } from './connection-limits'
import { stopWithTerminal } from './hang-up'
import { listen } from './listen.mjs'
import { startMetrics } from './metrics-server'
import { reloadSettings } from './reload'
import { createSiteServer } from './site-server'
import { isTerminalClosed } from './terminal.mjs'
import { startTracing } from './tracing'

const stopMs = 10_000
// Deliveries are broken off early enough to be recorded, and answers that are cut off to be read.
const deliveryMs = 8_000
const answeredMs = 500

// As long as a client may keep a connection, and the longest request after it.
const handOverMs = keepAliveBehindProxyMs + 30_000

export type Place = { host: string | undefined; port: number }

/**
 * Serves the build in a folder, once it is healthy; `history` names the port's other builds. Rejects with one sentence.
 * `stop` finishes the requests under way; `handOver` leaves new connections to another process at the same port.
 */
export async function serve(place: Place, folder: string, history?: string) {
  const { host, port } = place
  const { default: next } = await import('next')
  // For some rewrites Next calls itself at this host, where 127.0.0.1 would loop. Its server never gets an upgrade.
  const app = next({ dev: false, dir: folder, hostname: 'localhost', port, httpServer: createServer() })
  await app.prepare().catch((error: Error) => {
    throw new Error(`The site could not start: ${error.message}`)
  })
  await startTracing()
  const { server, drain } = createSiteServer(folder, app.getRequestHandler(), history)
  await checkHealth(server)
  await listen(server, place)
  const stopMetrics = await startMetrics(folder)
  process.on('SIGHUP', () => {
    if (isTerminalClosed()) stopWithTerminal()
    else void reloadSettings()
  })
  function stop() {
    beginStopping()
    drain.stop()
    // Normally the process ends by itself after the last request and delivery, which closes the database.
    setTimeout(cutOffDeliveries, deliveryMs).unref()
    setTimeout(() => {
      drain.cutOff()
      setTimeout(endAnyway, answeredMs)
    }, stopMs - answeredMs).unref()
  }
  return {
    address: ownAddress(host, port),
    stop,
    handOver() {
      drain.handOver()
      stopMetrics()
      setTimeout(stop, handOverMs).unref()
    },
  }
}

async function endAnyway() {
  try {
    await within(answeredMs, sharedFunctions().closeDatabase())
  } finally {
    process.exit(1)
  }
}

// At a port of its own: at the site's, another process may answer. Next runs the start-up hook, which opens the database,
// with the first request: this one.
async function checkHealth(server: Server): Promise<void> {
  await listen(server, { host: '127.0.0.1', port: 0, exclusive: true })
  const { port } = server.address() as AddressInfo
  const status = await new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/api/health/live', agent: false }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode))
    })
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })
  const closed = once(server, 'close')
  server.close()
  await closed
  if (status !== 200) throw new Error(`The site could not start: its health check answered ${status}, see above.`)
}
