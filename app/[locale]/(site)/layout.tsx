import type { ComponentProps } from 'react'
import { TagManager } from '@/components/analytics/analytics'
import { BackToTop } from '@/components/layout/back-to-top'
import { Footer } from '@/components/layout/footer'
import { Header } from '@/components/layout/header'
import { LanguageSuggestion } from '@/components/layout/language-suggestion'
import { PageBoundary } from '@/components/layout/page-boundary'
import { Reveal } from '@/components/layout/reveal'
import { env } from '@/lib/env'
import { readLocaleParam } from '@/lib/i18n/locale'
import { loadMessages } from '@/lib/i18n/messages'
import { routing } from '@/lib/i18n/routing'
import { site } from '@/lib/site'

export default async function SiteLayout({
  params,
  children,
}: LayoutProps<'/[locale]'>) {
  const messages = await loadMessages(await readLocaleParam(params))
  return (
    <>
      <a className="skip-link" href="#content">
        {messages.SkipLink.label}
      </a>
      {env.DEMO && (
        <aside className="demo-banner">{messages.DemoBanner.banner}</aside>
      )}
      <Header />
      <LanguageSuggestion messages={await suggestionMessages()} />
      <main id="content" tabIndex={-1}>
        <PageBoundary messages={messages.Errors}>{children}</PageBoundary>
        <BackToTop label={messages.BackToTop.label} />
      </main>
      <Footer />
      <Reveal />
      {site.tagManagerUrl && <TagManager src={site.tagManagerUrl} />}
    </>
  )
}

/**
 * Writes each offer in its own language, for visitors who read that language
 * but landed on a page in another.
 */
async function suggestionMessages(): Promise<
  ComponentProps<typeof LanguageSuggestion>['messages']
> {
  const messages = routing.locales.map(
    async (locale) =>
      [locale, (await loadMessages(locale)).LanguageSuggestion] as const,
  )
  return Object.fromEntries(await Promise.all(messages))
}
