import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { encodingOf, fileError, readText } from '@/lib/text-file.mjs'

/**
 * Runs `make` unless the stamp file already contains the hash of these files
 * and texts.
 */
export async function makeIfChanged(
  stamp: string,
  sources: string[],
  make: () => Promise<unknown>,
  texts: string[] = [],
) {
  const wanted = hashSources(sources, texts)
  if (readText(stamp) === wanted) return
  await make()
  writeFileSync(stamp, wanted)
}

/**
 * Hashes files and texts, and ignores whether lines end with LF or CRLF. Throws
 * if a file is UTF-16, because no build can read it.
 */
export function hashSources(sources: string[], texts: string[] = []): string {
  const digest = createHash('sha256')
  for (const file of sources.filter(existsSync).flatMap(listFiles)) {
    const content = readFileSync(file)
    if (encodingOf(content) !== 'utf-8')
      throw fileError(`${file} is encoded as UTF-16: save it as UTF-8.`)
    digest
      .update(`${file}\0`)
      .update(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
      .update('\0')
  }
  for (const text of texts) digest.update(text).update('\0')
  return digest.digest('hex')
}

export function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .filter((name) => name !== 'generated')
    .flatMap((name) => listFiles(join(path, name)))
}
