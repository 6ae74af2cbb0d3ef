// Writes the files of a brand that `@look/` imports, and copies its images: `write-look.ts LOOK_FOLDER [PUBLIC_FOLDER]`.
import { BrandError } from '@/lib/brand/facts'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { fail } from './commands'
import { copyImages, lookFiles, writeFiles } from './look/files'
import { readSettings } from './settings'

const [, , lookFolder = '.cache/look', publicFolder] = process.argv
const brand = brandFolder(readSettings().BRAND)

try {
  writeFiles(lookFolder, lookFiles(brand))
  if (publicFolder) copyImages(brand, publicFolder)
} catch (error) {
  if (error instanceof BrandError) fail(error.message)
  throw error
}
