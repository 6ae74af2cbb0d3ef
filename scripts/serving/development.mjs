import { createServer } from 'node:http'
import { prepareLook } from '../look/prepare.mjs'
import { setUp } from '../setup.mjs'

/**
 * Sets the project up and prepares Next for development: what answers the site's requests, and the server to listen
 * with, which already has Next's web socket.
 * @param {number} port
 */
export async function prepareDevelopment(port) {
  await setUp()
  await prepareLook()
  process.env.NODE_ENV = 'development'
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  // On a fresh clone, the set-up has just installed it.
  const { default: next } = await import('next')
  const server = createServer()
  const app = next({ dev: true, hostname: 'localhost', port, httpServer: server })
  await app.prepare()
  return { server, site: app.getRequestHandler() }
}
