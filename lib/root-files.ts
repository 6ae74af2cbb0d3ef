import { type Locale, routing } from './i18n/routing'
import { type PageName, paths } from './routes'

/** The icons of `public/icons/`, by the side of their square in pixels. A launcher may cut `maskable` to a shape. */
export const icons = [
  { path: '/icons/apple-touch-icon.png', size: 180, purpose: 'apple' },
  { path: '/icons/icon-192.png', size: 192, purpose: 'any' },
  { path: '/icons/icon-512.png', size: 512, purpose: 'any' },
  { path: '/icons/icon-maskable-512.png', size: 512, purpose: 'maskable' },
] as const

/** The size of a drawn share image in pixels, as the networks that show link previews ask for it. */
export const SHARE_IMAGE = { width: 1200, height: 630 }

/** The path of the image that stands for a page in link previews. */
export function shareImagePath(page: PageName, locale: Locale): string {
  return `/share/${page}.${locale}.png`
}

/** Whether this is a file that has no language prefix, which the language routing leaves alone. */
export function isRootFile(pathname: string): boolean {
  return rootFiles.has(pathname)
}

const rootFiles = new Set([
  '/favicon.ico',
  '/icon.svg',
  '/robots.txt',
  '/sitemap.xml',
  '/.well-known/security.txt',
  ...icons.map(({ path }) => path),
  ...(Object.keys(paths) as PageName[]).flatMap((page) =>
    routing.locales.map((locale) => shareImagePath(page, locale)),
  ),
])
