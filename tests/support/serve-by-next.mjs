// Serves the built site by Next alone, without the pages and files that the server keeps in memory.
import { createServer } from 'node:http'
import { announce } from '../../scripts/commands.mjs'
import { findPlace } from '../../scripts/place.mjs'
import { setUp } from '../../scripts/setup.mjs'
import { loadTyped } from '../../scripts/typed-server.mjs'

const { port } = await findPlace()
await setUp()
process.env.NODE_ENV = 'production'
const { default: next } = await import('next')
const { prepareAnswer } = await loadTyped(() => import('../../lib/server/prepare-answer.ts'))
const { readInlineStyles } = await loadTyped(() => import('../../lib/server/static-site.ts'))
const { filterRequest } = await loadTyped(() => import('../../lib/server/request-filter.ts'))

const dir = process.env.TEST_BUILD ?? '.builds/latest'
const app = next({
  dev: false,
  dir,
  hostname: 'localhost',
  port,
  httpServer: createServer(),
})
await app.prepare()
const handle = app.getRequestHandler()
const styles = readInlineStyles(dir)
createServer((request, response) => {
  prepareAnswer(request, response, undefined, styles)
  if (!filterRequest(request, response)) handle(request, response)
}).listen(port, () => announce(`The site is at http://localhost:${port}`))
