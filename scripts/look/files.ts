import { join } from 'node:path'
import { findFaintPairs } from '@/lib/brand/contrast'
import { emblemOf } from '@/lib/brand/emblem'
import { BrandError } from '@/lib/brand/facts'
import { readLook } from '@/lib/brand/look'
import { drawings } from '@/lib/engraving/drawings'
import { fontModule, readWebFont } from './fonts'
import { brandStyles, drawingStyles, paletteModule } from './styles'

/** The files that `@look/` imports, by name, of the brand in a folder. Throws BrandError, for a faint colour too. */
export function lookFiles(folder: string): Record<string, string | Buffer> {
  const look = readLook(folder)
  const faint = findFaintPairs(look.palette)
  if (faint.length > 0) throw new BrandError(`Colours of ${join(folder, 'look.json')} are too faint`, faint)
  const drawn = drawings(emblemOf(look))
  const files = { serif: readWebFont(look, look.fonts.serif.file), sans: readWebFont(look, look.fonts.sans.file) }
  return {
    'brand.css': brandStyles(look, files),
    'drawings.css': drawingStyles(drawn),
    'fonts.ts': fontModule(look),
    'palette.ts': paletteModule(look),
    'serif.woff2': files.serif,
    'sans.woff2': files.sans,
    ...Object.fromEntries(Object.entries(drawn).map(([name, svg]) => [`${name}.svg`, svg])),
  }
}
