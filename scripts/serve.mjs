// The production HTTP server around Next's request handler.
import { createServer, get } from 'node:http'
import { hostname as machineName } from 'node:os'
import { hostOf, ownAddress, ownHost } from './address.mjs'
import { announce, fail } from './commands.mjs'
import { exitBy, onStop } from './stop.mjs'

const drainMs = 10_000

const host = hostOf(process.env, machineName())

/** The port that PORT names, 3000 when it is empty. Ends with a sentence when it names none. */
export function portOf(text) {
  const port = text ? Number(text) : 3000
  if (!Number.isInteger(port) || port < 1 || port > 65535) fail(`PORT is not a port number: ${text}.`)
  return port
}

/** Ends with a sentence when the port cannot be listened on: better known before a build than after. */
export async function checkPort(port) {
  const probe = createServer()
  await listen(probe, port)
  await new Promise((resolve) => probe.close(resolve))
}

/** Serves the built site until the process is told to stop; requests under way are then finished. */
export async function serve(port) {
  process.env.NODE_ENV = 'production'
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  onStop(exitBy)
  const { default: next } = await import('next')
  // Next calls itself at this host for some rewrites; 127.0.0.1 would send those in a circle. It takes upgrades on the
  // server it is given: on this one, which never listens, none arrive.
  const app = next({ dev: false, hostname: 'localhost', port, httpServer: createServer() })
  await app.prepare().catch((error) => fail(`The site could not start: ${error.message}`))
  // Not before: this needs the installed packages and the settings of .env.
  const { createSiteServer } = await import('./server/site-server.mjs')
  const { server, drain } = createSiteServer(app.getRequestHandler())
  await listen(server, port)
  onStop(() => {
    drain()
    // Else the process ends by itself once nothing is left to do: no request, no delivery that has begun.
    setTimeout(() => process.exit(1), drainMs).unref()
  })
  await checkHealth(port)
  announce(`The site is at ${ownAddress(host, port)}`)
}

// Next registers the start-up hook, which opens the database, with the first request: that one is ours.
async function checkHealth(port) {
  const status = await new Promise((resolve) => {
    const request = get({ host: ownHost(host), port, path: '/api/health/live', agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    request.once('error', (error) => resolve(error.code))
  })
  if (status !== 200) fail(`The site could not start: its health check answered ${status}, see above.`)
}

function listen(server, port) {
  return new Promise((resolve) => {
    server.once('error', (error) => fail(explain(error, port)))
    server.listen(port, host, resolve)
  })
}

function explain(error, port) {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use: stop what listens there, or set PORT.`
  if (error.code === 'EACCES') return `Port ${port} needs more rights than this user has: set PORT above 1023.`
  if (/ENOTFOUND|EADDRNOTAVAIL|EAI_AGAIN|EINVAL/.test(error.code)) return `HOST is no address of this machine: ${host}.`
  return `Listening on port ${port} failed: ${error.message}.`
}
