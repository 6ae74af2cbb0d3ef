// `npm run build`: builds the site if anything has changed.
import { buildSite } from './builds/build-site'
import { announce } from './commands'

announce(`Built: ${await buildSite()}`)
