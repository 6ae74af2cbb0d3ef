import { join } from 'node:path'

/** The folder of the build that is tested. */
export const builtFolder = '.build'

/** What Next wrote of it, and what the server answers from. */
export const nextFolder = join(builtFolder, '.next')
