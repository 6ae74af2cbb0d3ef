// The catalogs as they stand on the disk at this moment.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { parse as parseMessage } from '@formatjs/icu-messageformat-parser'
import { readCatalog } from '../copy/catalog.mjs'
import { explainIcu } from '../copy/icu-errors.mjs'

const folder = 'messages'

function readFiles() {
  const files = readdirSync(folder).filter((name) => /^[A-Za-z-]+\.json$/.test(name))
  return files.map((name) => {
    const source = readFileSync(`${folder}/${name}`, 'utf8')
    return { locale: name.slice(0, -'.json'.length), file: `${folder}/${name}`, source }
  })
}

/** The syntax errors of all catalogs, the first of each. */
export function findSyntaxErrors() {
  return readFiles().flatMap(({ locale, file, source }) => findSyntaxError(locale, file, source) ?? [])
}

/** The first syntax error of a catalog with its place and the text of its line, or undefined when there is none. */
export function findSyntaxError(locale, file, source) {
  const { catalog, broken } = readCatalog(locale, file, source)
  const [error = findIcuError(catalog)] = broken
  return error && { ...error, file, text: source.split(/\r?\n/)[error.line - 1] }
}

function findIcuError({ messages }) {
  for (const { text, line, column } of messages.values()) {
    try {
      parseMessage(text)
    } catch (error) {
      const [problem, fix] = explainIcu(error.message)
      return { line, column, problem, fix }
    }
  }
}

/** A short name of what the catalogs hold at this moment. */
export function stateOfCatalogs() {
  const digest = createHash('sha256')
  for (const { file, source } of readFiles()) digest.update(file).update('\0').update(source)
  return digest.digest('hex')
}

/** Where every text stands: `messages/fr.json:12` by `fr:Hero.title`. */
export function placesOfTexts() {
  const places = readFiles().flatMap(({ locale, file, source }) => {
    const { messages } = readCatalog(locale, file, source).catalog
    return [...messages.values()].map(({ key, line }) => [`${locale}:${key}`, `${file}:${line}`])
  })
  return Object.fromEntries(places)
}
