// Hashed files of the last two builds: a page that was opened before an update still asks for its own scripts.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type StaticSite, staticSiteFolder, staticSiteIndex } from '../../lib/build/static-index'
import { listFiles, readText } from '../stamps'

const hashed = '/_next/static/'
const keptBuilds = 2

/** Copies the hashed files of a build into its `assets/` folder, and deletes those of all but the last two builds. */
export function storeAssets(buildFolder: string): void {
  const site = join(buildFolder, '.next', staticSiteFolder)
  const store = join(buildFolder, 'assets')
  const list = join(buildFolder, 'assets.json')
  const { files }: StaticSite = JSON.parse(readFileSync(join(site, staticSiteIndex), 'utf8'))
  const own = Object.entries(files).flatMap(([address, { file }]) =>
    address.startsWith(hashed) ? [{ path: address.slice(hashed.length), file }] : [],
  )
  for (const { path, file } of own) {
    mkdirSync(dirname(join(store, path)), { recursive: true })
    copyFileSync(join(site, file), join(store, path))
  }
  const build = own.map(({ path }) => path).sort()
  const earlier: string[][] = JSON.parse(readText(list) ?? '[]')
  const builds = [build, ...earlier.filter((paths) => paths.join() !== build.join())].slice(0, keptBuilds)
  const kept = new Set(builds.flat().map((path) => join(store, path)))
  for (const file of existsSync(store) ? listFiles(store) : []) if (!kept.has(file)) rmSync(file)
  writeFileSync(list, JSON.stringify(builds))
}
