'use client'

import { usePathname } from 'next/navigation'
import type { MouseEvent } from 'react'
import { storePreference } from '@/lib/i18n/browser/preference'
import {
  localizedPath,
  splitPath,
  withoutLanguage,
} from '@/lib/i18n/navigation'
import { type Locale, languages, routing } from '@/lib/i18n/routing'
import { pageOf } from '@/lib/routes'
import { Flag } from './flag'

export function NavLinks({
  items,
}: {
  items: { path: string; name: string }[]
}) {
  const { locale, path } = splitPath(usePathname())
  const current = pageOf(path)
  return (
    <ul>
      {items.map((item) => (
        <li key={item.path}>
          <a
            href={localizedPath(locale, item.path)}
            aria-current={item.path === current ? 'page' : undefined}
          >
            {item.name}
          </a>
        </li>
      ))}
    </ul>
  )
}

/**
 * Lists the languages as plain links to this page in each of them. JavaScript
 * also stores the choice and keeps the query and fragment.
 */
export function LanguageLinks({ currentLabel }: { currentLabel: string }) {
  const { locale: current, path } = splitPath(usePathname())
  const page = pageOf(path) ?? '/'
  return (
    <ul>
      {routing.locales.map((locale) => (
        <li key={locale}>
          <a
            href={localizedPath(locale, page)}
            lang={locale}
            hrefLang={locale}
            aria-current={locale === current ? 'true' : undefined}
            onClick={(event) => choose(event, locale)}
          >
            <Flag locale={locale} />
            {languages[locale].name}
            {locale === current && (
              <span
                className="visually-hidden"
                lang={current}
              >{` (${currentLabel})`}</span>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}

function choose(event: MouseEvent<HTMLAnchorElement>, locale: Locale) {
  storePreference(locale)
  const { pathname, search, hash } = window.location
  // Uses the address that the visitor sees, which may be an alias or an unknown
  // path that the server-rendered link cannot know.
  event.currentTarget.href =
    localizedPath(locale, splitPath(pathname).path) +
    withoutLanguage(new URLSearchParams(search)) +
    hash
}
