// Plain JavaScript, as next.config.mjs and the build need it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const defaultBrand = 'halcrest'

/**
 * The folder of a brand: of `brands/` for a name, else the path itself.
 * @param {string | undefined} brand the setting BRAND
 */
export function brandFolder(brand) {
  const name = brand || defaultBrand
  return /[/\\]/.test(name) ? name : join('brands', name)
}

/**
 * What a server needs of a brand's folder while it runs: its facts and its own texts, as JSON texts. A build takes them
 * along (`BRAND_FILES`), so that it reads nothing of the checkout.
 * @param {string} folder
 * @returns {{ folder: string, facts: string | undefined, messages: Record<string, string> }} messages by language
 */
export function readBrandFiles(folder) {
  const read = (/** @type {string} */ name) => readFileSync(join(folder, name), 'utf8')
  const catalogs = existsSync(join(folder, 'messages')) ? readdirSync(join(folder, 'messages')) : []
  const messages = catalogs
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file.replace(/\.json$/, ''), read(`messages/${file}`)])
  return {
    folder,
    facts: existsSync(join(folder, 'brand.json')) ? read('brand.json') : undefined,
    messages: Object.fromEntries(messages),
  }
}

/** The constant that bundles get in place of the folder. */
export function defineBrand(/** @type {string | undefined} */ brand) {
  return { BRAND_FILES: JSON.stringify(readBrandFiles(brandFolder(brand))) }
}
