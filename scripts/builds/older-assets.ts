import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { encodings, type StaticSite, staticSiteFolder, staticSiteIndex } from '../../lib/build/static-index'

/** Adds the hashed files of the build before to a build: pages that are already open still ask for them. */
export function keepOlderAssets(buildFolder: string, folderBefore: string): void {
  const folder = join(buildFolder, '.next', staticSiteFolder)
  const before = join(folderBefore, '.next', staticSiteFolder)
  if (!existsSync(join(before, staticSiteIndex))) return
  const site = readIndex(folder)
  for (const [address, entry] of Object.entries(readIndex(before).files)) {
    if (!address.startsWith('/_next/static/') || entry.isOlder || site.files[address]) continue
    mkdirSync(dirname(join(folder, entry.file)), { recursive: true })
    for (const ending of ['', ...entry.encodings.map((encoding) => `.${encodings[encoding]}`)])
      copyFileSync(join(before, entry.file + ending), join(folder, entry.file + ending))
    site.files[address] = { ...entry, isOlder: true }
  }
  writeFileSync(join(folder, staticSiteIndex), JSON.stringify(site))
}

function readIndex(folder: string): StaticSite {
  return JSON.parse(readFileSync(join(folder, staticSiteIndex), 'utf8'))
}
