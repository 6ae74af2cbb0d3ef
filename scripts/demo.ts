// `npm run demo`: the site with two years of invented reports, in a database and a build of its own.
import { rmSync } from 'node:fs'
import { changeSettings, readSettings } from './settings'
import { migrate } from './setup'

const file = readSettings().DEMO_FILE || 'data/demo.db'
changeSettings({
  BUILD_FOLDER: '.build-demo',
  DEMO: 'true',
  NOINDEX: 'true',
  DATABASE_URL: `file:${file}`,
})
for (const suffix of ['', '-wal', '-shm'])
  rmSync(file + suffix, { force: true })
await migrate()
// The settings are read when these load.
const { fillDemo } = await import('@/lib/attestations/demo')
await fillDemo()
await import('./start')
