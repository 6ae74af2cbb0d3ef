import '@/app/styles/layers.css'
import '@look/brand.css'
import '@/app/styles/index.css'
import { fontClasses } from '@look/fonts'
import { dark, light } from '@look/palette'
import type { Metadata, Viewport } from 'next'
import type { ComponentProps } from 'react'
import { TagManager } from '@/components/analytics/tag-manager'
import { BackToTop } from '@/components/layout/back-to-top'
import { Footer } from '@/components/layout/footer'
import { Header } from '@/components/layout/header'
import { LanguageSuggestion } from '@/components/layout/language-suggestion'
import { PageBoundary } from '@/components/layout/page-boundary'
import { Reveal } from '@/components/layout/reveal'
import { env } from '@/lib/env'
import { localeOf } from '@/lib/i18n/locale'
import { loadMessages } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'
import { siteMetadata } from '@/lib/seo/metadata'
import { site } from '@/lib/site'

// Only the languages there are: anything else in this place is a 404.
export const dynamicParams = false

export function generateStaticParams() {
  return routing.locales.map((locale) => ({ locale }))
}

export function generateMetadata({ params }: LayoutProps<'/[locale]'>): Promise<Metadata> {
  return siteMetadata(params)
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: light.paper },
    { media: '(prefers-color-scheme: dark)', color: dark.paper },
  ],
}

export default async function SiteLayout({ params, children }: LayoutProps<'/[locale]'>) {
  const locale = await localeOf(params)
  const messages = await loadMessages(locale)
  return (
    <html lang={locale} className={fontClasses}>
      <body>
        <a className="skip-link" href="#content">
          {messages.SkipLink.label}
        </a>
        {env.DEMO && <aside className="demo-banner">{messages.DemoBanner.banner}</aside>}
        <Header />
        <LanguageSuggestion messages={await suggestionMessages()} />
        <main id="content" tabIndex={-1}>
          <PageBoundary messages={messages.Errors}>{children}</PageBoundary>
          <BackToTop label={messages.BackToTop.label} />
        </main>
        <Footer />
        <Reveal />
        {process.env.NODE_ENV === 'development' && <script type="module" src="/_preview/preview.js" />}
        {site.tagManagerUrl && <TagManager src={site.tagManagerUrl} />}
      </body>
    </html>
  )
}

// Each language's own messages, for the visitor who reads that language on a page in another.
async function suggestionMessages(): Promise<ComponentProps<typeof LanguageSuggestion>['messages']> {
  const messages = routing.locales.map(async (locale) => [locale, (await loadMessages(locale)).LanguageSuggestion])
  return Object.fromEntries(await Promise.all(messages))
}
