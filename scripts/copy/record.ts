import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { facts } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'
import { dataFiles, notFoundPath, paths } from '@/lib/routes'
import { announce, bin, run } from '../commands.mjs'
import { keysIn } from '../preview/browser/marks.js'
import { withTemporarySite } from '../temporary-site'
import { loadCatalogs } from './check'
import { parseText } from './icu'
import { readSharedTerms } from './terms'
import type { Catalog } from './types'
import { readUsage, recordedKey, type Usage, usageFile, writeUsage } from './usage'

const pages = [...Object.values(paths), notFoundPath]
// With what pages show at certain addresses only: the number of a received message, and that a draft is gone.
const query = 'keys&reference=00000000&draft=none'

const secret = 'only-for-the-record-0123456789-0123456789'

// What a page shows at times (with reports, in a demonstration), and what is not for pages, by how its keys begin.
const otherPlaces: [keys: RegExp, places: string[]][] = [
  [/^Attestations\.feed\./, [dataFiles.jsonFeed, dataFiles.atom]],
  [/^Attestations\./, [paths.attestations]],
  [/^Chat\.answers\./, ['the assistant']],
  [/^DemoBanner\./, ['every page of a demonstration']],
  [/^LlmsText\./, ['/llms.txt']],
  [/^\w+Mail\./, ['e-mails']],
]

/** Records what the pages of the preview show, which takes about a minute. */
export async function record(): Promise<string> {
  const { english } = loadCatalogs()
  // The default company, whatever this installation's .env says, so that the pages are the same everywhere.
  const defaults = parseEnv(readFileSync('.env.example', 'utf8'))
  announce('Starting the preview.')
  await withTemporarySite('scripts/dev.mjs', { ...defaults, APP_SECRET: secret }, async ({ address }) => {
    writeUsage(await recordUsage(address, english, readUsage()))
  })
  await run(bin('biome'), ['format', '--write', '--log-level=error', usageFile], {}, 'ignore')
  return `Commit ${usageFile} with your change.`
}

/** The usage of the texts as the pages of a running preview show it; `known` is the last record of it. */
export async function recordUsage(address: string, english: Catalog, known: Usage): Promise<Usage> {
  const { lists } = readSharedTerms()
  const shown = new Map<string, Set<string>>()
  for (const page of pages) shown.set(page, await readPage(address, page, lists))
  const usage: Usage = { places: {}, arguments: {} }
  for (const { key, text } of english.messages.values()) {
    const name = recordedKey(key, lists)
    const places = placesOf(key, name, shown)
    if (places.length === 0) continue
    usage.places[name] = places
    // One that an earlier text had is still filled: the types of the calls say so.
    const args = [...(known.arguments[name] ?? []), ...(usage.arguments[name] ?? []), ...parseText(text).args]
    const own = [...new Set(args)].filter((argument) => !(argument in facts))
    if (own.length > 0) usage.arguments[name] = own
  }
  return usage
}

// What the page's HTML has, with all that it gives to its scripts: texts that only an action shows are there, too.
async function readPage(address: string, page: string, lists: string[]): Promise<Set<string>> {
  const response = await fetch(`${address}${page}?${query}`)
  if (response.status >= 500) throw new Error(`${page} answered ${response.status}.`)
  const keys = keysIn(await response.text()).map((name) => name.split(':'))
  const own = keys.filter(([locale]) => locale === routing.defaultLocale)
  return new Set(own.map(([, key = '']) => recordedKey(key, lists)))
}

function placesOf(key: string, name: string, shown: Map<string, Set<string>>): string[] {
  const showing = pages.filter((page) => shown.get(page)?.has(name))
  if (showing.length === pages.length) return ['every page']
  // The link preview of the 404 page is the home page's: that says nothing about its texts.
  const places = showing.length > 1 ? showing.filter((page) => page !== notFoundPath) : showing
  return places.length > 0 ? places : (otherPlaces.find(([keys]) => keys.test(key))?.[1] ?? [])
}
