import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { vi } from 'vitest'
import { makeScratchFolder } from './scratch'

type Row = {
  topic: string
  label: Words
  value: Words | Words[]
  link?: string
  source?: string
}
type Words = string | Record<'en' | 'fr' | 'es', string>
type Facts = { disclosures: { rows: Row[] } }

const goldContract = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/**
 * Rows of every topic in all languages, from the second brand, whose companies
 * are fictional.
 */
export const allRows: Row[] = [
  ...readFacts('tests/brands/quorndon').disclosures.rows,
  {
    topic: 'goldContract',
    label: 'Contract, gold',
    value: goldContract,
    link: `https://explorer.example/token/${goldContract}`,
  },
]

/**
 * Gives all modules that are imported afterwards the default brand with these
 * rows and, optionally, an attestor.
 */
export function setDisclosures(rows: Row[], attestor?: string) {
  setBrand({ disclosures: { rows }, attestor })
}

/**
 * Gives all modules that are imported afterwards the default brand with changed
 * facts. Returns its folder.
 */
export function setBrand(changes: object): string {
  const folder = makeScratchFolder('brand')
  cpSync('brands/halcrest', folder, { recursive: true })
  writeFileSync(
    `${folder}/brand.json`,
    JSON.stringify({ ...readFacts(folder), ...changes }),
  )
  vi.stubEnv('BRAND', folder)
  vi.resetModules()
  return folder
}

function readFacts(folder: string): Facts {
  return JSON.parse(readFileSync(`${folder}/brand.json`, 'utf8'))
}
