import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Build } from './secure-pages'

const list = 'traced-files.json'

/** Lists the files that the build's pages and handlers load while they run. */
export function writeTracedFiles({ distDir, outputs }: Build) {
  const { middleware, appPages, appRoutes, pages } = outputs
  const running = [...appPages, ...appRoutes, ...pages, middleware ?? []].flat()
  const files = running.flatMap(({ assets }) => Object.values(assets))
  writeFileSync(join(distDir, list), JSON.stringify([...new Set(files)]))
}

/** Returns the absolute paths of the listed files. */
export function readTracedFiles(distDir: string): string[] {
  return JSON.parse(readFileSync(join(distDir, list), 'utf8'))
}
