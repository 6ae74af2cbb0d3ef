// Writes the brand files that `@look/` imports, and copies the brand's images:
// `write-look.ts LOOK_FOLDER [PUBLIC_FOLDER]`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { failWith } from './commands'
import { copyImages, lookFiles } from './look/files'
import { readSettings } from './settings'

const [, , lookFolder = '.cache/look', publicFolder] = process.argv
const brand = brandFolder(readSettings().BRAND)

try {
  const files = Object.entries(lookFiles(brand))
  mkdirSync(lookFolder, { recursive: true })
  for (const [name, content] of files)
    writeFileSync(join(lookFolder, name), content)
  if (publicFolder) copyImages(brand, publicFolder)
} catch (error) {
  failWith(error)
}
