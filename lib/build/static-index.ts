import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type StaticFile = {
  /** A path within the folder. Compressed copies are next to it. */
  file: string
  headers: Record<string, string>
  isCompressed: boolean
  /** Whether the file is of the previous build. */
  isOlder?: true
}

export type StaticSite = {
  /** By internal address (`/en/contact`). */
  pages: Record<string, StaticFile>
  files: Record<string, StaticFile>
  /** The policy sources for pages rendered per request. */
  styles: string[]
  /** The policy of the error pages that Next sends. */
  errorPolicy: string
}

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
