import { type Locale, routing } from './i18n/routing'
import { type PageName, paths } from './routes'
import { speculationRulesPath } from './speculation-rules'

export const touchIcon = '/icons/apple-touch-icon.png'

/**
 * The icons in `public/icons/`, with the length of a side in pixels. Launchers
 * may crop `maskable` ones to a shape.
 */
export const icons = [
  { path: touchIcon, size: 180, purpose: 'apple' },
  { path: '/icons/icon-192.png', size: 192, purpose: 'any' },
  { path: '/icons/icon-512.png', size: 512, purpose: 'any' },
  { path: '/icons/icon-maskable-512.png', size: 512, purpose: 'maskable' },
] as const

/** Where Safari and link previews look for an icon without reading the page. */
export const guessedTouchIcon =
  /^\/apple-touch-icon(-\d+x\d+)?(-precomposed)?\.png$/

export const printStyles = '/print.css'

export const shareImage = { width: 1200, height: 630 }

export function shareImagePath(page: PageName, locale: Locale): string {
  return `/share/${page}.${locale}.png`
}

export function isRootFile(pathname: string): boolean {
  return rootFiles.has(pathname)
}

const rootFiles: ReadonlySet<string> = new Set([
  ...[
    '/favicon.ico',
    '/icon.svg',
    '/robots.txt',
    '/sitemap.xml',
    '/.well-known/security.txt',
  ],
  ...[printStyles, speculationRulesPath],
  ...icons.map(({ path }) => path),
  ...(Object.keys(paths) as PageName[]).flatMap((page) =>
    routing.locales.map((locale) => shareImagePath(page, locale)),
  ),
])
