// `node start.mjs`, in a package: brings the database up to date and serves the one build that is there.
import './environment.mjs'
import { readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { addressWarning } from '../../lib/server/address.mjs'
import { buildsFolder } from '../builds/folder.mjs'
import { announce, fail, run } from '../commands.mjs'
import { loadEnvironment } from '../load-environment.mjs'
import { findPlace } from '../place.mjs'
import { superviseSite } from '../serving/supervise.mjs'
import { readSettings } from '../settings.mjs'
import { writeEnvironment } from '../write-environment.mjs'

const place = await findPlace()
if (!readSettings().APP_SECRET) writeSecrets()
if ((await run(process.execPath, [join('commands', 'migrate.mjs')])) !== 0) process.exit(1)
await superviseSite(place, readlinkSync(join(buildsFolder, 'latest')), { alone: true })
const warning = addressWarning(readSettings().SITE_URL)
if (warning) announce(warning)

function writeSecrets() {
  try {
    writeEnvironment()
  } catch (error) {
    fail(`APP_SECRET is missing, and .env cannot be written (${error.code}): set it in the environment.`)
  }
  loadEnvironment()
}
