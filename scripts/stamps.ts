import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs `make` unless the stamp file already has the hash of these files and texts. */
export async function makeIfChanged(
  stamp: string,
  sources: string[],
  make: () => Promise<unknown>,
  texts: string[] = [],
): Promise<void> {
  const wanted = hashOf(sources, texts)
  if (readText(stamp) === wanted) return
  await make()
  writeFileSync(stamp, wanted)
}

export function hashOf(sources: string[], texts: string[] = []): string {
  const digest = createHash('sha256')
  for (const file of sources.filter((path) => existsSync(path)).flatMap(listFiles))
    digest.update(`${file}\0`).update(readFileSync(file)).update('\0')
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

export function readText(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
