// `npm run dev`: the site with changes shown as they are saved, and the preview's tools before it.
import './environment.mjs'
import { createServer } from 'node:http'
import { announce } from './commands.mjs'
import { prepareLook } from './look/prepare.mjs'
import { findPlace } from './place.mjs'
import { setUp } from './setup.mjs'
import { loadTyped } from './typed-server.mjs'

const { port } = await findPlace()

await setUp()
await prepareLook()
process.env.NODE_ENV = 'development'
process.env.NEXT_TELEMETRY_DISABLED = '1'
// On a fresh clone, the set-up has just installed it.
const { default: next } = await import('next')
const { withRequestFilter } = await loadTyped(() => import('../lib/server/development.ts'))
const { withPreview } = await loadTyped(() => import('./preview/server.ts'))

const server = createServer()
const app = next({ dev: true, hostname: 'localhost', port, httpServer: server })
await app.prepare()
server.on('request', withPreview(withRequestFilter(app.getRequestHandler())))
server.listen(port)
announce(`The site is at http://localhost:${port}`)
