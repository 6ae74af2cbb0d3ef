// `npm run demo`: the site with two years of made-up reports, on its own database and build.
import './environment.mjs'
import { rmSync } from 'node:fs'
import { buildSite } from './builds/build-site.mjs'
import { announce, fail, run } from './commands.mjs'
import { findPlace } from './place.mjs'
import { superviseSite } from './serving/supervise.mjs'
import { readSettings } from './settings.mjs'
import { setUp } from './setup.mjs'

const file = readSettings().DEMO_FILE || 'data/demo.db'
process.env.DEMO = 'true'
// Made-up reports are not for search engines.
process.env.NOINDEX = 'true'
process.env.DATABASE_URL = `file:${file}`

const place = await findPlace()
for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
await setUp()
announce('Filling the demonstration with made-up reports.')
if ((await run(process.execPath, ['--import', 'tsx', 'scripts/fill-demo.ts'])) !== 0)
  fail('Filling the demonstration failed.')
await superviseSite(place, await buildSite())
