// Writes the brand files that `@look/` imports, and the brand's images:
// `write-look.ts LOOK_FOLDER PUBLIC_FOLDER`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { failWith } from './commands'
import { lookFiles } from './look/files'
import { copyImages } from './look/images'
import { readSettings } from './settings'

const [, , lookFolder = '', publicFolder = ''] = process.argv
const brand = brandFolder(readSettings().BRAND)

try {
  const files = Object.entries(lookFiles(brand))
  mkdirSync(lookFolder, { recursive: true })
  for (const [name, content] of files)
    writeFileSync(join(lookFolder, name), content)
  copyImages(brand, publicFolder)
} catch (error) {
  failWith(error)
}
