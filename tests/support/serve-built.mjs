// Serves the site as it was last built, whatever SITE_URL says now: addresses in its pages stay those of the build.
import { findPlace } from '../../scripts/place.mjs'
import { setUp } from '../../scripts/setup.mjs'
import { serveSite } from '../../scripts/typed-server.mjs'

const place = await findPlace()
await setUp()
await serveSite(place)
