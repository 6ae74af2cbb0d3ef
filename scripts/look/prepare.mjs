import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { brandFolder } from '../../lib/brand/folder.mjs'
import { fail, run } from '../commands.mjs'
import { readSettings } from '../settings.mjs'
import { hash, listFiles, readStamp } from '../stamps.mjs'

const folder = '.cache/look'
const stamp = `${folder}/.made-from`
const code = ['lib/brand', 'lib/engraving', 'scripts/look', 'scripts/write-look.ts', 'package-lock.json']

/** Writes the look that development, types and tests use, where it is not there or has changed. Builds have their own. */
export async function prepareLook() {
  const brand = brandFolder(readSettings().BRAND)
  const files = [brand, ...code].filter((path) => existsSync(path)).flatMap(listFiles)
  const wanted = hash([brand, ...files.map((file) => readFileSync(file))])
  if (readStamp(stamp) === wanted) return
  const command = ['--import', 'tsx', 'scripts/write-look.ts', folder]
  if ((await run(process.execPath, command)) !== 0) fail('The look of the brand cannot be used: see above.')
  writeFileSync(stamp, wanted)
}
