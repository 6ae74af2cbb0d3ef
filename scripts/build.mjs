// `npm run build`: what a start would build, without starting it.
import { buildSite } from './builds/build-site.mjs'
import { announce } from './commands.mjs'
import { setUp } from './setup.mjs'

await setUp()
announce(`Built: .builds/${await buildSite()}`)
