// Draws the icon in tabs, which follows the color scheme of the browser.
import { join } from 'node:path'
import { readLook } from '@/lib/brand/look'
import { readText } from '@/lib/text-file.mjs'
import { lookFiles } from '../look/files'
import { imagesFolder } from '../look/images'
import { paintedMark, svg } from './drawing'

const style = '<style>svg{color:'

export function themedIcon(mark: string, light: string, dark: string): string {
  const colors = `${style}${light}}@media (prefers-color-scheme:dark){svg{color:${dark}}}</style>`
  return svg(
    100,
    100,
    colors + paintedMark(mark, { left: 0, top: 0, side: 100 }, 'currentColor'),
  )
}

/** Whether the icon was drawn before the mark or the colors changed. */
export function isIconOutdated(folder: string): boolean {
  const drawn = readText(join(imagesFolder(folder), 'icon.svg')) ?? ''
  const { light, dark } = readLook(folder).palette
  const mark = String(lookFiles(folder)['mark.svg'])
  // Leaves any other icon alone, because it is the brand's own drawing.
  const isGenerated = drawn.includes(style)
  return isGenerated && drawn !== themedIcon(mark, light.gold, dark.gold)
}
