// The catalogs as they stand on the disk at this moment.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { findFault, linesOf } from './faults.mjs'

const folder = 'messages'

function readCatalogs() {
  const files = readdirSync(folder).filter((name) => /^[A-Za-z-]+\.json$/.test(name))
  return files.map((name) => ({ file: `${folder}/${name}`, source: readFileSync(`${folder}/${name}`, 'utf8') }))
}

/** The faults of all catalogs, the first of each with its file. */
export function faultsOfCatalogs() {
  return readCatalogs().flatMap(({ file, source }) => {
    const fault = findFault(source)
    return fault ? [{ file, ...fault }] : []
  })
}

/** A short name of what the catalogs hold at this moment. */
export function stateOfCatalogs() {
  const digest = createHash('sha256')
  for (const { file, source } of readCatalogs()) digest.update(file).update('\0').update(source)
  return digest.digest('hex')
}

/** Where every text stands: `messages/fr.json:12` by `fr:Hero.title`. */
export function placesOfTexts() {
  const places = readCatalogs().flatMap(({ file, source }) => {
    const locale = file.slice(folder.length + 1, -'.json'.length)
    return Object.entries(linesOf(source)).map(([key, line]) => [`${locale}:${key}`, `${file}:${line}`])
  })
  return Object.fromEntries(places)
}
