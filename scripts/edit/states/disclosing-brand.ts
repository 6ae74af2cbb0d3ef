import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import { mapLocales } from '@/lib/i18n/routing'

export type DisclosingBrand = 'all' | 'others'

const others = {
  hours: { from: 'monday', to: 'monday', open: '09:00', close: '17:00', timeZone: 'America/Toronto' },
  tokenCustody: { ownCustodian: false },
}

/** Writes a copy of the brand that discloses something of each kind, and returns its folder. */
export function writeDisclosingBrand(kind: DisclosingBrand): string {
  const folder = resolve('.cache/edit-samples/brands', kind)
  mkdirSync(folder, { recursive: true })
  cpSync(brandFolder(env.BRAND), folder, { recursive: true })
  const facts = readFacts(folder)
  const all = readFacts('tests/brands/quorndon').disclosures
  const disclosures = inEveryLanguage(kind === 'all' ? all : { ...all, ...others })
  writeFileSync(`${folder}/brand.json`, JSON.stringify({ ...facts, disclosures }))
  return folder
}

function readFacts(folder: string): Record<string, unknown> & { disclosures?: object } {
  return JSON.parse(readFileSync(`${folder}/brand.json`, 'utf8'))
}

// The samples have words in the languages that came with the site.
function inEveryLanguage(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inEveryLanguage)
  if (typeof value !== 'object' || value === null) return value
  if ('en' in value) return { ...mapLocales(() => value.en), ...value }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inEveryLanguage(part)]))
}
