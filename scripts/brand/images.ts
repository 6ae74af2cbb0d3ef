// Draws a brand's icons and share images from its mark, names, colors and
// fonts.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readLook } from '@/lib/brand/look'
import { routing } from '@/lib/i18n/routing'
import { icons, shareImagePath } from '@/lib/root-files'
import { indexedPages } from '@/lib/routes'
import { readText } from '@/lib/text-file.mjs'
import { attributesOf, lookFiles } from '../look/files'
import { imagesFolder } from '../look/images'
import { type Drawing, paintedMark, render, startDrawing, svg } from './drawing'
import { isGenerated, themedIcon } from './icon'
import { drawShareImage } from './share-image'

const favicon = '/favicon.ico'
const themed = '/icon.svg'

/** Writes all images of a brand; returns their paths. */
export async function writeImages(folder: string): Promise<string[]> {
  const { images, icon, font } = await drawImages(folder)
  for (const [path, image] of Object.entries(images)) {
    const png = render(image, font)
    write(folder, path, path === favicon ? iconFile(png) : png)
  }
  write(folder, themed, icon)
  return [themed, ...Object.keys(images)]
}

/**
 * Whether a brand's images were drawn before its mark, names, colors, font or
 * headings changed. Images that the brand has drawn itself are never outdated.
 */
export async function areImagesOutdated(folder: string): Promise<boolean> {
  const drawn = readText(join(imagesFolder(folder), themed)) ?? ''
  return isGenerated(drawn) && drawn !== (await drawImages(folder)).icon
}

/**
 * Returns the images as SVG by path, and the icon in tabs, which contains the
 * fingerprint of them all.
 */
async function drawImages(folder: string) {
  await startDrawing()
  const files = lookFiles(folder)
  const { light, dark } = readLook(folder).palette
  const mark = String(files['mark.svg'])
  const font = files['serif.woff2'] as Buffer
  const drawing = { mark, font, colors: light }
  const images: Record<string, string> = {
    [favicon]: drawIcon(drawing, 32, 'any'),
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
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(images))
    .update(font)
    .digest('hex')
  const icon = themedIcon(
    mark,
    { light: light.gold, dark: dark.gold },
    fingerprint,
  )
  return { images, icon, font }
}

function write(folder: string, path: string, image: string | Uint8Array) {
  const file = join(imagesFolder(folder), path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, image)
}

// The part of an icon that the mark fills, in percent. Launchers may crop
// `maskable` icons to a circle of 80%.
const shareOfMark = { any: 100, apple: 76, maskable: 64 }

function drawIcon(
  { mark, colors }: Drawing,
  size: number,
  purpose: keyof typeof shareOfMark,
): string {
  const side = (size * shareOfMark[purpose]) / 100
  const inset = (size - side) / 2
  const whole = { left: 0, top: 0, side: size }
  const ground =
    purpose === 'any'
      ? ''
      : `<rect ${attributesOf(whole)} fill="${colors.paper}"/>`
  const content =
    ground + paintedMark(mark, { left: inset, top: inset, side }, colors.gold)
  return svg(size, size, content)
}

/**
 * Returns an icon file with one image, which has at most 255 pixels per side.
 */
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
