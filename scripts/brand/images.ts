// Draws a brand's icons and share images from its mark, names, colors and
// fonts.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readLook } from '@/lib/brand/look'
import { routing } from '@/lib/i18n/routing'
import { icons, shareImagePath } from '@/lib/root-files'
import { indexedPages } from '@/lib/routes'
import { lookFiles } from '../look/files'
import { imagesFolder } from '../look/images'
import {
  attributesOf,
  type Drawing,
  paintedMark,
  render,
  startDrawing,
  svg,
} from './drawing'
import { themedIcon } from './icon'
import { drawShareImage } from './share-image'

/** Writes all images of a brand; returns their paths. */
export async function writeImages(folder: string): Promise<string[]> {
  await startDrawing()
  const files = lookFiles(folder)
  const { light, dark } = readLook(folder).palette
  const drawing = {
    mark: String(files['mark.svg']),
    font: files['serif.woff2'] as Buffer,
    colors: light,
  }
  const images: Record<string, string | Uint8Array> = {
    '/icon.svg': themedIcon(drawing.mark, light.gold, dark.gold),
    '/favicon.ico': iconFile(drawIcon(drawing, 32, 'any')),
  }
  for (const { path, size, purpose } of icons)
    images[path] = drawIcon(drawing, size, purpose)
  for (const page of indexedPages)
    for (const locale of routing.locales)
      images[shareImagePath(page, locale)] = await drawShareImage(
        drawing,
        page,
        locale,
      )
  for (const [path, image] of Object.entries(images)) {
    const file = join(imagesFolder(folder), path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, image)
  }
  return Object.keys(images)
}

// The part of an icon that the mark fills, in percent. Launchers may crop
// `maskable` icons to a circle of 80%.
const shareOfMark = { any: 100, apple: 76, maskable: 64 }

function drawIcon(
  { mark, font, colors }: Drawing,
  size: number,
  purpose: keyof typeof shareOfMark,
): Uint8Array {
  const side = (size * shareOfMark[purpose]) / 100
  const inset = (size - side) / 2
  const whole = { left: 0, top: 0, side: size }
  const ground =
    purpose === 'any'
      ? ''
      : `<rect ${attributesOf(whole)} fill="${colors.paper}"/>`
  const content =
    ground + paintedMark(mark, { left: inset, top: inset, side }, colors.gold)
  return render(svg(size, size, content), font)
}

/** An icon file with one image, which has at most 255 pixels per side. */
function iconFile(png: Uint8Array): Uint8Array {
  const header = Buffer.alloc(22)
  const side = Buffer.from(png).readUInt32BE(16)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(side, 6)
  header.writeUInt8(side, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
