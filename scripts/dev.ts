// `npm run dev`: the site with changes shown as they are saved, with the preview's tools.
import { withRequestFilter } from '../lib/server/development'
import { announce } from './commands'
import { checkPlace, prepareDevelopment } from './development'
import { withPreview } from './preview'

const { port } = await checkPlace()
const { server, site } = await prepareDevelopment(port)

server.on('request', withPreview(withRequestFilter(site)))
server.listen(port)
announce(`The site is at http://localhost:${port}`)
