import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `file` is a path within the folder; compressed copies are next to it.
 * `isOlder` marks a file of the previous build.
 */
export type StaticFile = {
  file: string
  headers: Record<string, string>
  isCompressed: boolean
  isOlder?: true
}

/**
 * `pages` are named by internal address (`/en/contact`). `styles` contains the
 * policy sources for pages rendered per request, and `errorPolicy` is the
 * policy of the error pages that Next sends.
 */
export type StaticSite = Record<
  'pages' | 'files',
  Record<string, StaticFile>
> & { styles: string[]; errorPolicy: string }

export const staticSiteFolder = 'static-site'
export const staticSiteIndex = 'index.json'

export function readStaticSite(buildFolder: string): {
  folder: string
  site: StaticSite
} {
  const folder = join(buildFolder, '.next', staticSiteFolder)
  return {
    folder,
    site: JSON.parse(readFileSync(join(folder, staticSiteIndex), 'utf8')),
  }
}
