import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

const latest = '.builds/latest'

/** The folder of the build that is tested: the newest as the tests began, whatever they build meanwhile. */
export const builtFolder = process.env.TEST_BUILD ?? (existsSync(latest) ? realpathSync(latest) : latest)

/** What Next wrote of it, and what the server answers from. */
export const nextFolder = join(builtFolder, '.next')
export const staticSiteFolder = join(nextFolder, 'static-site')
