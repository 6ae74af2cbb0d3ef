import { existsSync, readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { brandFolder, defaultBrand } from '@/lib/brand/folder.mjs'
import { readText } from '@/lib/text-file.mjs'
import { listFiles } from '../stamps'

const standard = brandFolder(defaultBrand)
const drawings = ['.svg', '.png', '.ico']

export function isDefaultBrand(folder: string): boolean {
  return resolve(folder) === resolve(standard)
}

/**
 * Whether a file of another brand is a copy of one of the default brand's
 * drawings, under any name, or shows the default brand's mark.
 */
export function isOfDefaultBrand(folder: string, file: string): boolean {
  const path = join(folder, file)
  if (isDefaultBrand(folder) || !existsSync(path)) return false
  const content = readFileSync(path)
  const mark = readText(join(standard, 'mark.svg')) ?? ''
  const [, outline = mark] = / d="([^"]+)"/.exec(mark) ?? []
  const showsMark = outline !== '' && content.includes(outline)
  return (
    showsMark ||
    drawingsOfDefaultBrand().some((drawing) => drawing.equals(content))
  )
}

function drawingsOfDefaultBrand(): Buffer[] {
  if (!existsSync(standard)) return []
  return listFiles(standard)
    .filter((file) => drawings.includes(extname(file)))
    .map((file) => readFileSync(file))
}
