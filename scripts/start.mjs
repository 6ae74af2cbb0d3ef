// `npm start`: the production site, whatever state the checkout is in.

import { addressWarning } from './address.mjs'
import { checkPort, serve } from './serve.mjs'
import { announce, buildSite, fail, setUp } from './setup.mjs'

const port = process.env.PORT ? Number(process.env.PORT) : 3000
if (!Number.isInteger(port) || port < 1 || port > 65535) fail(`PORT is not a port number: ${process.env.PORT}.`)

await checkPort(port)
setUp()
buildSite()
await serve(port)
const warning = addressWarning(process.env.SITE_URL)
if (warning) announce(warning)
