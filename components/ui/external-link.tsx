import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

/** A link that leaves the site in a new tab, and says so to screen readers (WCAG technique G201). */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const t = useTranslations('Footer')
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden">{` (${t('newTab')})`}</span>
    </a>
  )
}
