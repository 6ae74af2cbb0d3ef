// Plain JavaScript, because next.config.mjs and the build import it.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from '../text-file.mjs'

/** @typedef {{ folder: string, facts: string | undefined, messages: Record<string, string> }} BrandFiles by language */

/** The brand when BRAND is not set: a fictional company. */
export const defaultBrand = 'halcrest'

/**
 * Returns a brand's folder: in `brands/` for a name, otherwise the path itself.
 * @param {string | undefined} brand the setting BRAND
 */
export function brandFolder(brand) {
  const name = brand || defaultBrand
  return /[/\\]/.test(name) ? name : join('brands', name)
}

/**
 * Returns the files that a server needs from a brand's folder at run time: its
 * facts and its own texts, as JSON. A build embeds them (`BRAND_FILES`), so
 * that a server reads nothing from the checkout.
 * @param {string} folder
 * @returns {BrandFiles}
 */
export function readBrandFiles(folder) {
  const catalogs = existsSync(join(folder, 'messages'))
    ? readdirSync(join(folder, 'messages'))
    : []
  const messages = catalogs
    .filter((file) => file.endsWith('.json'))
    .map((file) => [
      file.replace(/\.json$/, ''),
      readText(join(folder, 'messages', file)),
    ])
  return {
    folder,
    facts: readText(join(folder, 'brand.json')),
    messages: Object.fromEntries(messages),
  }
}

export function readBrand(/** @type {string | undefined} */ brand) {
  return readBrandFiles(brandFolder(brand))
}

export function defineBrand(/** @type {string | undefined} */ brand) {
  const files = readBrand(brand)
  return {
    BRAND_FILES: JSON.stringify(files),
    PRODUCT_ADDRESSES: JSON.stringify(productAddresses(files)),
    'process.env.BRAND_BUILT_IN': 'true',
  }
}

/**
 * Returns only the addresses, because browser code contains them and must not
 * contain the other facts. A file with errors fails the build elsewhere.
 */
function productAddresses(/** @type {BrandFiles} */ { facts = '{}' }) {
  try {
    const { productPath, formerProductPaths = [] } = JSON.parse(facts)
    const paths = productPath ? [productPath, ...formerProductPaths] : []
    return paths.map((/** @type {string} */ path) => `/${path}`)
  } catch {
    return []
  }
}

export function defineBrandForEsbuild(/** @type {string | undefined} */ brand) {
  const constants = Object.entries(defineBrand(brand))
  return Object.fromEntries(
    constants.map(([name, value]) => [name, JSON.stringify(value)]),
  )
}
