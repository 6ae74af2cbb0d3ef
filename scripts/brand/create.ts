import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brandFolder, defaultBrand } from '@/lib/brand/folder.mjs'
import { mapLocales } from '@/lib/i18n/routing'

/** Makes the folder of a brand, whose facts are still empty; returns its files. Throws for a name that cannot be. */
export function createBrand(name: string): string[] {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(name)) throw new Error(`${name} is no name for a brand: a-z, 0-9 and - only.`)
  const folder = brandFolder(name)
  if (existsSync(folder)) throw new Error(`${folder} is there already.`)
  mkdirSync(folder, { recursive: true })
  const facts = join(folder, 'brand.json')
  writeFileSync(facts, `${JSON.stringify(emptyFacts(), null, 2)}\n`)
  const copied = ['look.json', 'mark.svg', 'bars-gold.svg'].map((name) => join(folder, name))
  for (const file of copied) copyFileSync(join(brandFolder(defaultBrand), basename(file)), file)
  return [facts, ...copied]
}

// What cannot be left out. docs/brands.md has the rest: links, disclosures.
function emptyFacts() {
  return {
    name: '',
    product: '',
    founded: 0,
    email: '',
    phones: { worldwide: '' },
    offices: [{ city: mapLocales(() => ''), street: '', region: '', postalCode: '', country: '' }],
    links: {},
  }
}
