import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `file` is a path in the folder; compressed copies are beside it. `isOlder` marks a file of the build before. */
export type StaticFile = {
  file: string
  headers: Record<string, string>
  isCompressed: boolean
  isOlder?: true
}

/** `pages` by internal address (`/en/contact`); `styles` are the policy sources of pages that are rendered per request. */
export type StaticSite = Record<
  'pages' | 'files',
  Record<string, StaticFile>
> & { styles: string[] }

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
