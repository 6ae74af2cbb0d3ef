// `npm run build`: what a start would build, without starting it.
import { buildSite, setUp } from './setup.mjs'

await setUp()
await buildSite()
