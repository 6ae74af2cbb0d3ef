import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'

type Props = { href: string; className?: string; lang?: string; children?: ReactNode }

/** A link that leaves the site in a new tab, marked for the eye and for screen readers. */
export function OutLink({ href, className, lang, children }: Props) {
  const t = useTranslations('Chat')
  return (
    <a href={href} className={className} lang={lang} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
      <Icon name="out" size={10} strokeWidth={2.5} className="chat-out" />
      <span className="visually-hidden" lang={useLocale()}>{` (${t('newTab')})`}</span>
    </a>
  )
}
