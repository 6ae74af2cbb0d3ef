import Link from 'next/link'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { localizedPath } from '@/lib/i18n/navigation'
import { paths } from '@/lib/routes'

type Props = { className?: string; lang?: string; onLeave: () => void; children?: ReactNode }

/** The way to the contact form; the assistant closes. */
export function ContactLink({ className, lang, onLeave, children }: Props) {
  const t = useTranslations('Chat')
  const locale = useLocale()

  function leave() {
    onLeave()
    // On the contact page already: on to the form, once the window that may hold the focus is closed.
    requestAnimationFrame(() => document.getElementById('contact-name')?.focus())
  }

  return (
    <Link className={className} lang={lang} href={localizedPath(locale, paths.contact)} onClick={leave}>
      {children ?? t('contact')}
    </Link>
  )
}
