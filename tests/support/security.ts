import { consolePaths } from '@/lib/operator/console-paths'
import { routes } from '@/lib/routes'
import { locales, localizedPath } from './page'

/** Every address that shows a page, in every language, and one that shows the 404. */
export const pageAddresses = locales.flatMap((locale) => [
  ...Object.entries(routes)
    .filter(([, { kind }]) => kind === 'page' || kind === 'alias')
    .map(([path]) => localizedPath(locale, path)),
  localizedPath(locale, consolePaths.overview),
  localizedPath(locale, '/no-such-page'),
])
