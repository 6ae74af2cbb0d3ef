import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { vi } from 'vitest'
import { makeScratchFolder } from './scratch'

type Facts = { disclosures: Record<string, unknown> }

/** Every part of the disclosures, in all languages: those of the second brand, whose companies are fictional. */
export const allDisclosures = readFacts('tests/brands/quorndon').disclosures

/** Makes the default brand with these disclosures the one of all modules that are imported afterwards. */
export function setDisclosures(disclosures: Record<string, unknown>) {
  const folder = makeScratchFolder('brand')
  cpSync('brands/halcrest', folder, { recursive: true })
  writeFileSync(`${folder}/brand.json`, JSON.stringify({ ...readFacts(folder), disclosures }))
  vi.stubEnv('BRAND', folder)
  vi.resetModules()
}

function readFacts(folder: string): Facts {
  return JSON.parse(readFileSync(`${folder}/brand.json`, 'utf8'))
}
