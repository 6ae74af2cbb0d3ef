// `npm run dev`: the site with changes shown as they are saved, and the preview's tools before it.
import './environment.mjs'
import { announce } from './commands.mjs'
import { findPlace } from './place.mjs'
import { prepareDevelopment } from './serving/development.mjs'
import { loadTyped } from './typed-server.mjs'

const { port } = await findPlace()
const { server, site } = await prepareDevelopment(port)
const { withRequestFilter } = await loadTyped(() => import('../lib/server/development.ts'))
const { withPreview } = await loadTyped(() => import('./preview/server.ts'))

server.on('request', withPreview(withRequestFilter(site)))
server.listen(port)
announce(`The site is at http://localhost:${port}`)
