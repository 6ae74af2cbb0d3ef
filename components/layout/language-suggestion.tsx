'use client'

import { usePathname } from 'next/navigation'
import type { MouseEvent } from 'react'
import { storeDismissal, storePreference } from '@/lib/i18n/browser/preference'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import { type Locale, routing } from '@/lib/i18n/routing'
import { pageOf, renderingOf } from '@/lib/routes'
import './language-suggestion.css'

type Props = {
  messages: Partial<
    Record<Locale, { text: string; action: string; dismiss: string }>
  >
}

/**
 * Offers the page in the visitor's own language, in that language. Never
 * redirects, and is not shown again once dismissed. The page contains the
 * offers for all other languages, hidden; only the script in
 * lib/build/inline/offer-language.ts shows one.
 */
export function LanguageSuggestion({ messages }: Props) {
  const { locale: current, path } = splitPath(usePathname())
  const page = pageOf(path)
  // Offers no other language on these pages, because switching the language
  // would lose what the visitor has sent.
  if (page && renderingOf(page) === 'per-request') return null
  return (
    <div id="language-offers" data-nosnippet>
      {routing.locales.map((locale) => {
        const texts = messages[locale]
        if (!texts || locale === current) return null
        return (
          <aside
            key={locale}
            className="suggestion"
            lang={locale}
            aria-label={texts.text}
            hidden
            suppressHydrationWarning
          >
            <div className="frame row">
              <p>{texts.text}</p>
              {/* Omits the address on the 404 page, because that page exists in
                 no other language. */}
              <a
                href={page && localizedPath(locale, page)}
                hrefLang={page && locale}
                onClick={() => storePreference(locale)}
                suppressHydrationWarning
              >
                {texts.action}
              </a>
              <button type="button" className="quiet-button" onClick={dismiss}>
                {texts.dismiss}
              </button>
            </div>
          </aside>
        )
      })}
    </div>
  )
}

/**
 * Moves the focus to the page's content, because the focused button is gone.
 */
function dismiss({ currentTarget }: MouseEvent<HTMLElement>) {
  storeDismissal()
  const offer = currentTarget.closest<HTMLElement>('.suggestion')
  if (offer) offer.hidden = true
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
