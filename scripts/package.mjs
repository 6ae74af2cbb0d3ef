// `npm run package [-- --to FOLDER]`: the site as a folder that needs only Node.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildSite } from './builds/build-site.mjs'
import { announce } from './commands.mjs'
import { setUp } from './setup.mjs'

const { to } = parseArgs({ options: { to: { type: 'string' } } }).values

await setUp()
// Imports packages, which the set-up installs.
const { makePackage } = await import('./package/make.mjs')
const build = await buildSite()
const { folder, megabytes } = await makePackage(build, to ?? join('.packages', `site-${build}`))
announce(`Packaged: ${folder}, ${megabytes} MB. Copied anywhere, it is started there by \`node start.mjs\`.`)
