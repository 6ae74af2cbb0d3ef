// Writes what pages need of a brand's look, as the files that `@look/` imports: `write-look.ts FOLDER`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFaintPairs } from '@/lib/brand/contrast'
import { emblemOf } from '@/lib/brand/emblem'
import { BrandError } from '@/lib/brand/facts'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { readLook } from '@/lib/brand/look'
import { drawings } from '@/lib/engraving/drawings'
import { fail } from './commands.mjs'
import { fontModule, readWebFont } from './look/fonts'
import { brandStyles, drawingStyles, paletteModule } from './look/styles'
import { readSettings } from './settings.mjs'

const [, , target = '.cache/look'] = process.argv

try {
  for (const [name, content] of Object.entries(lookFiles(brandFolder(readSettings().BRAND)))) {
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, name), content)
  }
} catch (error) {
  if (error instanceof BrandError) fail(error.message)
  throw error
}

function lookFiles(folder: string): Record<string, string | Buffer> {
  const look = readLook(folder)
  const faint = findFaintPairs(look.palette)
  if (faint.length > 0)
    throw new BrandError(`Colours of ${join(folder, 'look.json')} are too faint: ${faint.join('; ')}.`)
  const drawn = drawings(emblemOf(look))
  return {
    'brand.css': brandStyles(look),
    'drawings.css': drawingStyles(drawn),
    'fonts.ts': fontModule(look),
    'palette.ts': paletteModule(look),
    'serif.woff2': readWebFont(look, look.fonts.serif.file),
    'sans.woff2': readWebFont(look, look.fonts.sans.file),
    ...Object.fromEntries(Object.entries(drawn).map(([name, svg]) => [`${name}.svg`, svg])),
  }
}
