// Draws the share images of every page and language, and the icons: `draw-images.ts FOLDER`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { light } from '@/lib/colours'
import { MARK_RADIUS, mark } from '@/lib/engraving/mark'
import { svgDocument } from '@/lib/engraving/svg'
import { keysOf } from '@/lib/i18n/keys'
import { routing } from '@/lib/i18n/routing'
import { loadTranslator } from '@/lib/i18n/translator'
import { icons, shareImagePath } from '@/lib/root-files'
import { paths } from '@/lib/routes'
import { pageContent } from '@/lib/seo/page-content'
import { site } from '@/lib/site'
import { renderPalettePng, renderPng, wrapIcon } from './images/raster'
import { shareImage } from './images/share-image'

const [, , folder = 'public'] = process.argv

for (const locale of routing.locales) {
  const t = await loadTranslator(locale)
  for (const page of keysOf(paths)) {
    const { heading, metal } = pageContent[page]
    const words = { brand: site.brand, product: site.product, title: t(heading), tagline: t('Hero.eyebrow') }
    write(shareImagePath(page, locale), renderPalettePng(shareImage(metal, words)))
  }
}

for (const { path, size, purpose } of icons) write(path, icon(size, purpose !== 'any'))

const favicon = 32
write('/favicon.ico', wrapIcon(icon(favicon, false), favicon))

function write(path: string, image: Uint8Array) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, image)
}

// Launchers cut to a shape within 40 % of the side (w3.org/TR/appmanifest, safe zone): such an icon fills its square.
function icon(size: number, cut: boolean): Uint8Array {
  const radius = cut ? MARK_RADIUS / 0.68 : MARK_RADIUS
  const drawing = { paths: [mark()], radius, size, strokeWidth: size < 64 ? 5 : 3.6, ink: light.gold }
  return renderPng(svgDocument(cut ? { ...drawing, paper: light.paper } : drawing))
}
