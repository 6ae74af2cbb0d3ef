// Serves the build that is tested, on a migrated database, whatever SITE_URL says now: addresses in its pages stay
// those of the build. What else a start sets up is that of the server that all tests share.
import '../../scripts/environment.mjs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findPlace } from '../../scripts/place.mjs'

process.env.NODE_ENV = 'production'
process.env.NEXT_TELEMETRY_DISABLED = '1'
process.argv[2] = JSON.stringify({ place: await findPlace() })
await import(pathToFileURL(resolve(process.env.TEST_BUILD ?? '.builds/latest', 'server.mjs')).href)
