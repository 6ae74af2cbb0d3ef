// `npm start`: the production site, whatever state the checkout is in.

import { addressWarning } from './address.mjs'
import { checkPort, portOf, serve } from './serve.mjs'
import { announce, buildSite, setUp } from './setup.mjs'

const port = portOf(process.env.PORT)

await checkPort(port)
setUp()
buildSite()
await serve(port)
const warning = addressWarning(process.env.SITE_URL)
if (warning) announce(warning)
