// `npm start`: the production site, built if necessary.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSettingsFile } from '../lib/env-file'
import { addressWarning } from '../lib/server/listen'
import { buildSite } from './builds/build-site'
import { announce, fail, serve } from './commands'
import { checkPlace } from './development'
import { readSettings } from './settings'
import { migrate } from './setup'

const { errors, warnings } = checkSettingsFile(readFileSync('.env', 'utf8'))
for (const warning of warnings) announce(`${warning}.`)
if (errors.length > 0) fail(`${errors.join('\n')}.`)
await checkPlace()
await migrate()
const folder = await buildSite()
const warning = addressWarning(readSettings().SITE_URL)
if (warning) announce(warning)
await serve(join(folder, 'server.mjs'), { NODE_ENV: 'production' })
