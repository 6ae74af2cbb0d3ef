// `npm run package [-- --to FOLDER]`: the site as a folder that needs only
// Node.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildSite } from './builds/build-site'
import { makeRelease } from './builds/release'
import { announce } from './commands'

const { to } = parseArgs({ options: { to: { type: 'string' } } }).values

const folder = await makeRelease(
  await buildSite(),
  to ?? join('.packages', 'site'),
)
announce(
  `Packaged: ${folder}. Copy it anywhere and start it there with \`npm start\`.`,
)
