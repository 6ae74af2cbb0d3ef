import { once } from 'node:events'
import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ownAddress } from './address.mjs'
import { keepAliveBehindProxyMs } from './connection-limits'
import { listen } from './listen.mjs'
import { createSiteServer } from './site-server'

const stopMs = 10_000

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
  const { server, drain } = createSiteServer(folder, app.getRequestHandler(), history)
  await checkHealth(server)
  await listen(server, place)
  // Normally the process ends by itself after the last request and delivery.
  const endAfter = (ms: number) => setTimeout(() => process.exit(1), ms).unref()
  return {
    address: ownAddress(host, port),
    stop() {
      drain.stop()
      endAfter(stopMs)
    },
    handOver() {
      drain.handOver()
      endAfter(handOverMs)
    },
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
