import { cpSync, existsSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BrandError } from '@/lib/brand/facts'
import { defaultBrand } from '@/lib/brand/folder.mjs'
import { routing } from '@/lib/i18n/routing'
import { icons, printStyles, shareImagePath } from '@/lib/root-files'
import { indexedPages, type PageName, paths } from '@/lib/routes'
import { keysOf } from '@/lib/text'
import { listFiles } from '../stamps'
import { isOfDefaultBrand } from './default-brand'

const requiredImages = [
  '/favicon.ico',
  '/icon.svg',
  ...icons.map(({ path }) => path),
  '/share/home.en.png',
]

export function imagesFolder(brand: string): string {
  return join(brand, 'public')
}

/**
 * Returns the missing images without which a brand cannot be built, and the
 * missing share images, for which another image is used.
 */
export function findMissingImages(brand: string) {
  const isMissing = (path: string) =>
    !existsSync(join(imagesFolder(brand), path))
  const required = requiredImages.filter(isMissing)
  // Lists share images only of pages in search engines, because other pages
  // need no separate image.
  const replaced = shareImagesOf(indexedPages)
    .map(({ path }) => path)
    .filter((path) => isMissing(path) && !required.includes(path))
  return { required, replaced }
}

/** Returns the files among a brand's images that are the default brand's. */
export function findForeignImages(brand: string): string[] {
  const folder = imagesFolder(brand)
  if (!existsSync(folder)) return []
  return listFiles(folder)
    .map((file) => relative(brand, file))
    .filter((file) => isOfDefaultBrand(brand, file))
}

/**
 * Writes a brand's images and the print styles to an empty folder; a page or
 * language without a share image gets the closest one. Throws BrandError.
 */
export function copyImages(brand: string, target: string) {
  const { required } = findMissingImages(brand)
  if (required.length > 0)
    throw new BrandError(
      `Images are missing in ${imagesFolder(brand)}, which \`npm run brand -- images\` draws`,
      required,
    )
  const foreign = findForeignImages(brand)
  if (foreign.length > 0)
    throw new BrandError(`Images of ${brand} show ${defaultBrand}`, foreign)
  rmSync(target, { recursive: true, force: true })
  cpSync(imagesFolder(brand), target, { recursive: true })
  cpSync(join('app/styles', printStyles), join(target, printStyles))
  for (const { path, nearest } of shareImagesOf(keysOf(paths))) {
    const source = nearest.map((name) => join(target, name)).find(existsSync)
    if (!existsSync(join(target, path)))
      cpSync(String(source), join(target, path))
  }
}

function shareImagesOf(pages: readonly PageName[]) {
  return pages.flatMap((page) =>
    routing.locales.map((locale) => ({
      path: shareImagePath(page, locale),
      nearest: [
        shareImagePath('home', locale),
        shareImagePath(page, 'en'),
        shareImagePath('home', 'en'),
      ],
    })),
  )
}
