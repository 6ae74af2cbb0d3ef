import { createServer } from 'node:http'
import { changeSettings } from './settings'
import { migrate, prepareLook } from './setup'

/** Next for development: what answers the site's requests, and the server to listen with, which has Next's web socket. */
export async function prepareDevelopment(port: number) {
  await migrate()
  await prepareLook()
  changeSettings({ NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' })
  const { default: next } = await import('next')
  const server = createServer()
  const app = next({ dev: true, hostname: 'localhost', port, httpServer: server })
  await app.prepare()
  return { server, site: app.getRequestHandler() }
}
