// Serves the site as it was last built, on a migrated database, whatever SITE_URL says now: addresses in its pages stay
// those of the build. What else a start sets up is that of the server that all tests share.
import '../../scripts/environment.mjs'
import { findPlace } from '../../scripts/place.mjs'
import { serveSite } from '../../scripts/typed-server.mjs'

await serveSite(await findPlace())
