import '@/app/styles/layers.css'
import '@look/brand.css'
import '@/app/styles/index.css'
import { fontClasses } from '@look/fonts'
import { dark, light } from '@look/palette'
import type { Metadata, Viewport } from 'next'
import { readLocaleParam } from '@/lib/i18n/locale'
import { routing } from '@/lib/i18n/routing'
import { printStyles } from '@/lib/root-files'
import { siteMetadata } from '@/lib/seo/metadata'

// Answers 404 for anything but a configured language.
export const dynamicParams = false

export function generateStaticParams() {
  return routing.locales.map((locale) => ({ locale }))
}

export function generateMetadata({
  params,
}: LayoutProps<'/[locale]'>): Promise<Metadata> {
  return siteMetadata(params)
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: light.paper },
    { media: '(prefers-color-scheme: dark)', color: dark.paper },
  ],
}

export default async function RootLayout({
  params,
  children,
}: LayoutProps<'/[locale]'>) {
  return (
    <html lang={await readLocaleParam(params)} className={fontClasses}>
      <head>
        <link rel="stylesheet" href={printStyles} media="print" />
      </head>
      <body>
        {children}
        {process.env.NODE_ENV === 'development' && (
          <script type="module" src="/_preview/preview.js" />
        )}
      </body>
    </html>
  )
}
