// Whether something must be made anew: a hash of what it is made from, kept beside it.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

export function hash(parts) {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part).update('\0')
  return digest.digest('hex')
}

/** A file, or all files of a folder, in an order that stays. */
export function listFiles(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)))
}
