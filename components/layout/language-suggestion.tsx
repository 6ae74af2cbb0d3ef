'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { readLocal, writeLocal } from '@/lib/browser/storage'
import { preferredLocale, storePreference } from '@/lib/i18n/browser/preference'
import { localizedPath, splitPath } from '@/lib/i18n/navigation'
import type { Locale } from '@/lib/i18n/routing'
import { pageOf } from '@/lib/routes'

const dismissedEntry = 'language-suggestion'
const dismissed = 'dismissed'

type Messages = { text: string; action: string; dismiss: string }

/** Offers the page in the visitor's own language, in that language. Never a redirect; once dismissed it stays away. */
export function LanguageSuggestion({ messages }: { messages: Record<Locale, Messages> }) {
  const { locale: current, path } = splitPath(usePathname())
  const page = pageOf(path)
  const [preferred, setPreferred] = useState<Locale>()

  useEffect(() => {
    if (!readLocal(dismissedEntry, isDismissed)) setPreferred(preferredLocale())
  }, [])

  if (!preferred || !page || preferred === current) return null
  const { text, action, dismiss } = messages[preferred]

  function close() {
    writeLocal(dismissedEntry, dismissed)
    setPreferred(undefined)
  }

  return (
    <aside className="suggestion row" lang={preferred} aria-label={text}>
      <p>{text}</p>
      <a href={localizedPath(preferred, page)} hrefLang={preferred} onClick={() => storePreference(preferred)}>
        {action}
      </a>
      <button type="button" className="quiet-button" onClick={close}>
        {dismiss}
      </button>
    </aside>
  )
}

function isDismissed(value: string): value is typeof dismissed {
  return value === dismissed
}
