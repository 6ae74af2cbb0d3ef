import type { Metadata } from 'next'
import { loadMessages } from '@/lib/i18n/messages'
import { localizedPath } from '@/lib/i18n/navigation'
import { routing } from '@/lib/i18n/routing'

export const metadata: Metadata = { title: '404', robots: { index: false } }

/**
 * The 404 page for addresses that belong to no language, such as Next's own.
 * Visitors get the localized page instead.
 */
export default async function GlobalNotFound() {
  const catalogs = await Promise.all(routing.locales.map(loadMessages))
  return (
    <html lang={routing.defaultLocale}>
      <body>
        {routing.locales.map((locale, index) => (
          <section key={locale} lang={locale}>
            <h1>{catalogs[index]?.NotFound.title}</h1>
            <a href={localizedPath(locale, '/')}>
              {catalogs[index]?.NotFound.home}
            </a>
          </section>
        ))}
      </body>
    </html>
  )
}
