import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { anyFacts } from '@/lib/i18n/fill-facts.mjs'
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

export const pages = [...Object.values(paths), notFoundPath]
// Also shows what depends on the query: the reference of a received message, and a missing draft.
const query = 'keys&reference=00000000&draft=none'

const secret = 'only-for-the-record-0123456789-0123456789'

// Texts that pages show only at times, and those that are not for pages, by the start of their keys.
const otherPlaces: [keys: RegExp, places: string[]][] = [
  [/^Attestations\.feed\./, [dataFiles.jsonFeed, dataFiles.atom]],
  [/^(Attestations\.years|Metadata\.attestationsYear)\./, ['the pages of years, such as /attestations/2021']],
  [/^Attestations\./, [paths.attestations]],
  [/^(Chat\.answers|Facts)\./, ['the assistant']],
  [/^Disclosures\./, ['pages of a brand that discloses it']],
  [/^DemoBanner\./, ['every page of a demonstration']],
  [/^LeadContext\./, ['e-mails', 'the operator console']],
  [/^LlmsText\./, ['/llms.txt']],
  [/^\w+Mail\./, ['e-mails']],
  [/^Operator\w*\./, ['the operator console']],
  [/^Unavailable\./, ['proxies while the server is stopped']],
]

/** Records what the pages of the preview show; takes about a minute. */
export async function record(): Promise<string> {
  const { english } = loadCatalogs()
  // The default company, whatever .env says, so that the result is the same everywhere.
  const defaults = parseEnv(readFileSync('.env.example', 'utf8'))
  announce('Starting the preview.')
  await withTemporarySite('scripts/dev.mjs', { ...defaults, APP_SECRET: secret }, async ({ address }) => {
    writeUsage(await recordUsage(address, english, readUsage()))
  })
  await run(bin('biome'), ['format', '--write', '--log-level=error', usageFile], {}, 'ignore')
  return `Commit ${usageFile} with your change.`
}

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
    // Arguments of earlier texts are still filled: the types of the calls say so.
    const args = [...(known.arguments[name] ?? []), ...(usage.arguments[name] ?? []), ...parseText(text).args]
    const own = [...new Set(args)].filter((argument) => !(argument in anyFacts))
    if (own.length > 0) usage.arguments[name] = own
  }
  return usage
}

// The HTML with the data of its scripts, which holds the texts that only an action shows.
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
  // The 404 page's link preview is the home page's, and does not count.
  const places = showing.length > 1 ? showing.filter((page) => page !== notFoundPath) : showing
  return places.length > 0 ? places : (otherPlaces.find(([keys]) => keys.test(key))?.[1] ?? [])
}
