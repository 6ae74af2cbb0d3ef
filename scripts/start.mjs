// `npm start`: the production site, whatever state the checkout is in.

import './environment.mjs'
import { addressWarning } from './address.mjs'
import { announce } from './commands.mjs'
import { checkPort, portOf, serve } from './serve.mjs'
import { buildSite, setUp } from './setup.mjs'

const port = portOf(process.env.PORT)

await checkPort(port)
await setUp()
await buildSite()
await serve(port)
const warning = addressWarning(process.env.SITE_URL)
if (warning) announce(warning)
