// `npm start`: the production site, built first if necessary.
import { join } from 'node:path'
import { findPublicAddressProblem } from '@/lib/server/listen'
import { buildSite } from './builds/build-site'
import { announce, serve } from './commands'
import { prepareStart } from './prepare-start'
import { readSettings } from './settings'

await prepareStart()
const folder = await buildSite()
const warning = findPublicAddressProblem(readSettings().SITE_URL)
if (warning) announce(warning)
await serve(join(folder, 'server.mjs'), { NODE_ENV: 'production' })
