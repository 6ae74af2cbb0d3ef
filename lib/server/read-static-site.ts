import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerHeaders } from '@/lib/http/answer-headers'
import {
  encodings,
  headersOf,
  type StaticFile,
  type StaticSite,
  staticSiteFolder,
  staticSiteIndex,
} from '@/lib/static-site'
import { createResource, type Resource } from './resource'

/** Where a build has its static site. */
export function staticSiteOf(buildFolder: string): string {
  return join(buildFolder, '.next', staticSiteFolder)
}

export function readStaticIndex(folder: string): StaticSite {
  return JSON.parse(readFileSync(join(folder, staticSiteIndex), 'utf8'))
}

/** Reads all encodings of a file into memory. */
export function readStaticResource(folder: string, address: string, entry: StaticFile): Resource {
  const bytes = Object.fromEntries(
    entry.encodings.map((name) => [name, readFileSync(join(folder, `${entry.file}.${encodings[name]}`))]),
  )
  const identity = readFileSync(join(folder, entry.file))
  return createResource({ ...bytes, identity }, { ...answerHeaders, ...headersOf(address, entry) })
}
