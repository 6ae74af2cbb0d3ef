import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { StaticSite } from '@/lib/static-site'
import { readStaticIndex, readStaticResource, staticSiteOf } from './read-static-site'
import type { Resource } from './resource'

/**
 * Finds hashed files of the other builds that this port has served, or is about to serve: a page that was opened before a
 * deploy asks for those it was made with. `history` is the port's file, read each time as it changes (scripts/builds).
 */
export function createOtherBuilds(buildFolder: string, history: string | undefined) {
  const indexes = new Map<string, StaticSite | undefined>()

  function indexOf(build: string): StaticSite | undefined {
    if (!indexes.has(build))
      indexes.set(
        build,
        attempt(() => readStaticIndex(folderOf(build))),
      )
    return indexes.get(build)
  }

  function folderOf(build: string): string {
    return staticSiteOf(join(dirname(buildFolder), build))
  }

  return function findFile(address: string): Resource | undefined {
    if (!history || !address.startsWith('/_next/static/')) return undefined
    for (const build of attempt(() => readKnown(history)) ?? []) {
      const entry = indexOf(build)?.files[address]
      const found = entry && attempt(() => readStaticResource(folderOf(build), address, entry))
      if (found) return found
    }
    return undefined
  }
}

function readKnown(history: string): string[] {
  return JSON.parse(readFileSync(history, 'utf8')).known
}

// A build may be deleted at any time.
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
