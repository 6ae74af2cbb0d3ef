import { createServer, get } from 'node:http'
import { env } from '@/lib/env'
import { sharedFunctions } from '@/lib/shared-functions'
import { beginStopping, cutOffDeliveries } from '@/lib/stopping'
import { within } from '@/lib/within'
import { ownAddress, ownHost } from './address.mjs'
import { isTerminalClosed, stopWithTerminal } from './hang-up'
import { listen } from './listen.mjs'
import { reloadSettings } from './reload'
import { createSiteServer } from './site-server'

const drainMs = 10_000
// Deliveries are broken off early enough to be recorded, and answers that are cut off to be read.
const deliveryMs = 8_000
const answeredMs = 500

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
  const { server, drain, cutOff } = createSiteServer(env.DEMO ? '.next-demo' : '.next', app.getRequestHandler())
  await listen(server, place)
  onStop(() => {
    beginStopping()
    drain()
    // Normally the process ends by itself after the last request and delivery, which closes the database.
    setTimeout(cutOffDeliveries, deliveryMs).unref()
    setTimeout(() => {
      cutOff()
      setTimeout(endAnyway, answeredMs)
    }, drainMs - answeredMs).unref()
  })
  process.on('SIGHUP', () => {
    if (isTerminalClosed()) stopWithTerminal()
    else void reloadSettings()
  })
  await checkHealth(place)
  return ownAddress(host, port)
}

async function endAnyway() {
  try {
    await within(answeredMs, sharedFunctions().closeDatabase())
  } finally {
    process.exit(1)
  }
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
