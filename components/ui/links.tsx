import { useLocale, useTranslations } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import type { linkTags } from '@/lib/i18n/navigation'
import { localizedPath } from '@/lib/i18n/navigation'
import { paths } from '@/lib/routes'
import { site } from '@/lib/site'

/** The tags that catalog texts may use, as links. */
export const richLinks = {
  contact: (children: ReactNode) => (
    <SiteLink to="contact">{children}</SiteLink>
  ),
  product: (children: ReactNode) => (
    <SiteLink to="product">{children}</SiteLink>
  ),
  attestations: (children: ReactNode) => (
    <SiteLink to="attestations">{children}</SiteLink>
  ),
  shop: (children: ReactNode) => externalLink(site.shopUrl, children),
  privacy: (children: ReactNode) => externalLink(site.privacyUrl, children),
} satisfies Record<
  (typeof linkTags)[number],
  (children: ReactNode) => ReactNode
>

function externalLink(href: string | undefined, children: ReactNode) {
  return href ? <ExternalLink href={href}>{children}</ExternalLink> : children
}

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  to: keyof typeof paths
  fragment?: string
}

export function SiteLink({ to, fragment, children, ...props }: Props) {
  return (
    <a
      {...props}
      href={
        localizedPath(useLocale(), paths[to]) + (fragment ? `#${fragment}` : '')
      }
    >
      {children}
    </a>
  )
}

/**
 * An external link; opens a new tab and says so to screen readers (WCAG
 * technique G201).
 */
export function ExternalLink({
  href,
  children,
}: {
  href: string
  children: ReactNode
}) {
  const t = useTranslations('Footer')
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden">{` (${t('newTab')})`}</span>
    </a>
  )
}
