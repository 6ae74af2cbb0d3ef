// Serves the site as it was last built, whatever SITE_URL says now: addresses in its pages stay those of the build.
import { serve } from '../../scripts/serve.mjs'
import { setUp } from '../../scripts/setup.mjs'

await setUp()
await serve(Number(process.env.PORT))
