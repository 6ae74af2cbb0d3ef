import { readFileSync, writeFileSync } from 'node:fs'
import { vi } from 'vitest'
import { makeScratchFolder } from './scratch'

/** Every part of the disclosures, in all languages; its companies are fictional. */
export const allDisclosures: Record<string, unknown> = JSON.parse(
  readFileSync('tests/support/disclosures.json', 'utf8'),
)

/** Makes the default brand with these disclosures the one of all modules that are imported afterwards. */
export function setDisclosures(disclosures: Record<string, unknown>) {
  const folder = makeScratchFolder('brand')
  const facts = JSON.parse(readFileSync('brands/halcrest/brand.json', 'utf8'))
  writeFileSync(`${folder}/brand.json`, JSON.stringify({ ...facts, disclosures }))
  vi.stubEnv('BRAND', folder)
  vi.resetModules()
}
