// `npm start`: the production site, whatever state the checkout is in.

import './environment.mjs'
import { addressWarning } from '../lib/server/address.mjs'
import { announce } from './commands.mjs'
import { findPlace } from './place.mjs'
import { readSettings } from './settings.mjs'
import { buildSite, setUp } from './setup.mjs'
import { serveSite } from './typed-server.mjs'

const place = await findPlace()

await setUp()
await buildSite()
await serveSite(place)
const warning = addressWarning(readSettings().SITE_URL)
if (warning) announce(warning)
