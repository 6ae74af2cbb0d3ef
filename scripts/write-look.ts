// Writes what pages need of a brand's look, as the files that `@look/` imports: `write-look.ts FOLDER`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BrandError } from '@/lib/brand/facts'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { fail } from './commands.mjs'
import { lookFiles } from './look/files'
import { readSettings } from './settings.mjs'

const [, , target = '.cache/look'] = process.argv

try {
  const files = lookFiles(brandFolder(readSettings().BRAND))
  mkdirSync(target, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(target, name), content)
} catch (error) {
  if (error instanceof BrandError) fail(error.message)
  throw error
}
