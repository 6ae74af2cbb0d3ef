import { light } from '@look/palette'
import type { MetadataRoute } from 'next'
import { readLocaleParam } from '@/lib/i18n/locale'
import { localizedPath } from '@/lib/i18n/navigation'
import { routing } from '@/lib/i18n/routing'
import { loadTranslator } from '@/lib/i18n/translator'
import { icons } from '@/lib/root-files'
import { site } from '@/lib/site'

export const dynamic = 'force-static'
export const dynamicParams = false

export function generateStaticParams() {
  return routing.locales.map((locale) => ({ locale }))
}

/**
 * Returns the web app manifest, for phones' home screens. Sets `display:
 * browser`, because this is a site, not an app.
 */
export async function GET(
  _: Request,
  { params }: RouteContext<'/[locale]/manifest.webmanifest'>,
) {
  const locale = await readLocaleParam(params)
  const t = await loadTranslator(locale)
  const manifest: MetadataRoute.Manifest = {
    name: `${site.brand} ${site.product}`,
    short_name: site.brand,
    description: t('Metadata.home.description'),
    lang: locale,
    id: '/',
    start_url: localizedPath(locale, '/'),
    display: 'browser',
    background_color: light.paper,
    theme_color: light.paper,
    icons: icons.flatMap(({ path, size, purpose }) =>
      purpose === 'apple'
        ? []
        : [{ src: path, sizes: `${size}x${size}`, type: 'image/png', purpose }],
    ),
  }
  return Response.json(manifest, {
    headers: { 'Content-Type': 'application/manifest+json' },
  })
}
