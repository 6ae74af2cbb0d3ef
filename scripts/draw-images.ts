// Draws the share images of every page and language, and the icons: `draw-images.ts FOLDER`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { emblemOf } from '@/lib/brand/emblem'
import { BrandError } from '@/lib/brand/facts'
import { brandFolder } from '@/lib/brand/folder.mjs'
import { readLook } from '@/lib/brand/look'
import { env } from '@/lib/env'
import { keysOf } from '@/lib/i18n/keys'
import { routing } from '@/lib/i18n/routing'
import { loadTranslator } from '@/lib/i18n/translator'
import { icons, shareImagePath } from '@/lib/root-files'
import { paths } from '@/lib/routes'
import { pageContent } from '@/lib/seo/page-content'
import { site } from '@/lib/site'
import { fail } from './commands.mjs'
import { pixelIcon, themedIcon } from './images/icons'
import { readShareImages } from './images/own-images'
import { openRaster, wrapIcon } from './images/raster'
import { shareImage } from './images/share-image'

const [, , folder = 'public'] = process.argv
const favicon = 32

try {
  await draw()
} catch (error) {
  if (error instanceof BrandError) fail(error.message)
  throw error
}

async function draw() {
  const look = readLook(brandFolder(env.BRAND))
  const emblem = emblemOf(look)
  const raster = await openRaster(look)
  const { light, dark } = look.palette
  const pages = keysOf(paths).flatMap((page) => routing.locales.map((locale) => ({ page, locale })))
  const own = readShareImages(
    look.folder,
    pages.map(({ page, locale }) => shareImagePath(page, locale)),
  )
  for (const { page, locale } of pages) {
    const path = shareImagePath(page, locale)
    const t = await loadTranslator(locale)
    const { heading, metal } = pageContent[page]
    const words = { brand: site.brand, product: site.product, title: t(heading), tagline: t('Hero.eyebrow') }
    write(path, own.get(path) ?? raster.renderPalettePng(shareImage(metal, words, { light, emblem, raster })))
  }
  const icon = (size: number, cut: boolean) => raster.renderPng(pixelIcon(emblem, light, size, cut))
  for (const { path, size, purpose } of icons) write(path, icon(size, purpose !== 'any'))
  write('/favicon.ico', wrapIcon(icon(favicon, false), favicon))
  write('/icon.svg', themedIcon(emblem, light, dark))
}

function write(path: string, image: Uint8Array | string) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, image)
}
