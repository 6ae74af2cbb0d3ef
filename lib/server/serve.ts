import { createServer, get } from 'node:http'
import { env } from '@/lib/env'
import { ownAddress, ownHost } from './address.mjs'
import { listen } from './listen.mjs'
import { startMetrics } from './metrics-server'
import { createSiteServer } from './site-server'
import { startTracing } from './tracing'

const drainMs = 10_000

type Place = { host: string | undefined; port: number }

/** Serves the site until `onStop` calls back, then drains. Resolves to its local address; rejects with one sentence. */
export async function serve(place: Place, onStop: (stop: () => void) => void): Promise<string> {
  const { host, port } = place
  // Imported late: it reads NODE_ENV as it loads.
  const { default: next } = await import('next')
  // For some rewrites Next calls itself at this host, where 127.0.0.1 would loop. Its server never gets an upgrade.
  const app = next({ dev: false, hostname: 'localhost', port, httpServer: createServer() })
  await app.prepare().catch((error: Error) => {
    throw new Error(`The site could not start: ${error.message}`)
  })
  await startTracing()
  const buildFolder = env.DEMO ? '.next-demo' : '.next'
  const { server, drain } = createSiteServer(buildFolder, app.getRequestHandler())
  await listen(server, place)
  onStop(() => {
    drain()
    // Normally the process ends by itself after the last request and delivery.
    setTimeout(() => process.exit(1), drainMs).unref()
  })
  await checkHealth(place)
  await startMetrics(buildFolder)
  return ownAddress(host, port)
}

// Next runs the start-up hook, which opens the database, with the first request: this one.
async function checkHealth({ host, port }: Place): Promise<void> {
  const status = await new Promise((resolve) => {
    const request = get({ host: ownHost(host), port, path: '/api/health/live', agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })
  if (status !== 200) throw new Error(`The site could not start: its health check answered ${status}, see above.`)
}
