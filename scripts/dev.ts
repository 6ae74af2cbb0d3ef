// `npm run dev`: the site with live changes to texts and code, and the
// preview's tools.
import { announce } from './commands'
import { prepareStart } from './prepare-start'

const port = await prepareStart()
const { prepareDevelopment } = await import('./development')
const { withPreview } = await import('./preview')
const { server, site } = await prepareDevelopment(port)

server.on('request', withPreview(site))
server.listen(port)
announce(`The site is at http://localhost:${port}`)
