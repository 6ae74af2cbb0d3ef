import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { env } from '@/lib/env'
import { readCatalog } from '../copy/catalog'
import { parseText } from '../copy/icu'
import type { Catalog, Place } from '../copy/types'

export type CatalogError = Place & { file: string; text: string; problem: string; fix: string }

function readFiles() {
  const folders = ['messages', join(brandFolder(env.BRAND), 'messages')].filter((folder) => existsSync(folder))
  return folders.flatMap((folder) => {
    const names = readdirSync(folder).filter((name) => /^[A-Za-z-]+\.json$/.test(name))
    return names.map((name) => {
      const file = join(folder, name)
      return { locale: name.slice(0, -'.json'.length), file, source: readFileSync(file, 'utf8') }
    })
  })
}

export function findSyntaxErrors(): CatalogError[] {
  return readFiles().flatMap(({ locale, file, source }) => findSyntaxError(locale, file, source) ?? [])
}

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

export function stateOfCatalogs(): string {
  return createHash('sha256').update(JSON.stringify(readFiles())).digest('hex')
}

export function placesOfTexts(): Record<string, string> {
  const places = readFiles().flatMap(({ locale, file, source }) => {
    const { messages } = readCatalog(locale, file, source).catalog
    return [...messages.values()].map(({ key, line }) => [`${locale}:${key}`, `${file}:${line}`])
  })
  return Object.fromEntries(places)
}
