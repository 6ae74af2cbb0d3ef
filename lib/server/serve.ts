import { createServer, get } from 'node:http'
import { env } from '@/lib/env'
import { ownAddress, ownHost } from './address.mjs'
import { listen } from './listen.mjs'
import { createSiteServer } from './site-server'

const drainMs = 10_000

/** Where to listen; without a host at every address of the machine. */
type Place = { host: string | undefined; port: number }

/**
 * Serves the built site until `onStop` calls back; requests under way are then finished. Resolves to the site's address
 * on this machine, and rejects with one sentence when the site cannot start.
 */
export async function serve(place: Place, onStop: (stop: () => void) => void): Promise<string> {
  const { host, port } = place
  // Not before: it reads NODE_ENV as it is loaded.
  const { default: next } = await import('next')
  // Next calls itself at this host for some rewrites; 127.0.0.1 would send those in a circle. It takes upgrades on the
  // server it is given: on this one, which never listens, none arrive.
  const app = next({ dev: false, hostname: 'localhost', port, httpServer: createServer() })
  await app.prepare().catch((error: Error) => {
    throw new Error(`The site could not start: ${error.message}`)
  })
  const { server, drain } = createSiteServer(env.DEMO ? '.next-demo' : '.next', app.getRequestHandler())
  await listen(server, place)
  onStop(() => {
    drain()
    // Else the process ends by itself once nothing is left to do: no request, no delivery that has begun.
    setTimeout(() => process.exit(1), drainMs).unref()
  })
  await checkHealth(place)
  return ownAddress(host, port)
}

// Next registers the start-up hook, which opens the database, with the first request: that one is ours.
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
