// `npm start`: the production site, whatever state the checkout is in.

import './environment.mjs'
import { addressWarning } from '../lib/server/address.mjs'
import { buildSite } from './builds/build-site.mjs'
import { announce } from './commands.mjs'
import { findPlace } from './place.mjs'
import { superviseSite } from './serving/supervise.mjs'
import { readSettings } from './settings.mjs'
import { setUp } from './setup.mjs'

const place = await findPlace()

await setUp()
await superviseSite(place, await buildSite())
const warning = addressWarning(readSettings().SITE_URL)
if (warning) announce(warning)
