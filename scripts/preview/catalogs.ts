// The catalogs as they stand on the disk at this moment.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readCatalog } from '../copy/catalog'
import { parseText } from '../copy/icu'
import type { Catalog, Place } from '../copy/types'

/** Where a catalog cannot be read, with the text of that line. */
export type CatalogError = Place & { file: string; text: string; problem: string; fix: string }

const folder = 'messages'

function readFiles() {
  const files = readdirSync(folder).filter((name) => /^[A-Za-z-]+\.json$/.test(name))
  return files.map((name) => {
    const file = `${folder}/${name}`
    return { locale: name.slice(0, -'.json'.length), file, source: readFileSync(file, 'utf8') }
  })
}

/** The syntax errors of all catalogs, the first of each. */
export function findSyntaxErrors(): CatalogError[] {
  return readFiles().flatMap(({ locale, file, source }) => findSyntaxError(locale, file, source) ?? [])
}

/** The first syntax error of a catalog, or undefined when there is none. */
export function findSyntaxError(locale: string, file: string, source: string): CatalogError | undefined {
  const { catalog, broken } = readCatalog(locale, file, source)
  const [error = findIcuError(catalog)] = broken
  return error && { ...error, file, text: source.split(/\r?\n/)[error.line - 1] ?? '' }
}

function findIcuError({ messages }: Catalog) {
  for (const { text, line, column } of messages.values()) {
    const { error } = parseText(text)
    if (error) return { line, column, problem: error[0], fix: error[1] }
  }
  return undefined
}

/** A short name of what the catalogs hold at this moment. */
export function stateOfCatalogs(): string {
  return createHash('sha256').update(JSON.stringify(readFiles())).digest('hex')
}

/** Where every text stands: `messages/fr.json:12` by `fr:Hero.title`. */
export function placesOfTexts(): Record<string, string> {
  const places = readFiles().flatMap(({ locale, file, source }) => {
    const { messages } = readCatalog(locale, file, source).catalog
    return [...messages.values()].map(({ key, line }) => [`${locale}:${key}`, `${file}:${line}`])
  })
  return Object.fromEntries(places)
}
