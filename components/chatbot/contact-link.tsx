import { useLocale, useTranslations } from 'next-intl'
import type { MouseEvent, ReactNode } from 'react'
import { localizedPath } from '@/lib/i18n/navigation'
import { paths } from '@/lib/routes'

type Props = { className?: string; lang?: string; onLeave: () => void; children?: ReactNode }

/** The way to the contact form; the assistant closes. */
export function ContactLink({ className, lang, onLeave, children }: Props) {
  const t = useTranslations('Chat')
  const locale = useLocale()

  function leave(event: MouseEvent) {
    onLeave()
    const firstField = document.getElementById('contact-name')
    const opensAnotherTab = event.ctrlKey || event.metaKey || event.shiftKey
    if (!firstField || opensAnotherTab) return
    // On the form's page already: on to the form, once the window that may hold the focus is closed.
    event.preventDefault()
    requestAnimationFrame(() => firstField.focus())
  }

  return (
    <a className={className} lang={lang} href={localizedPath(locale, paths.contact)} onClick={leave}>
      {children ?? t('contact')}
    </a>
  )
}
