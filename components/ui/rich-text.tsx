import type { ReactNode } from 'react'
import type { linkTags } from '@/lib/i18n/link-tags'
import { site } from '@/lib/site'
import { ExternalLink } from './external-link'
import { SiteLink } from './site-link'

/** The tags a catalog's running text may use, as links. */
export const richLinks = {
  contact: (children: ReactNode) => <SiteLink to="contact">{children}</SiteLink>,
  product: (children: ReactNode) => <SiteLink to="product">{children}</SiteLink>,
  attestations: (children: ReactNode) => <SiteLink to="attestations">{children}</SiteLink>,
  shop: (children: ReactNode) =>
    site.shopUrl ? <ExternalLink href={site.shopUrl}>{children}</ExternalLink> : children,
} satisfies Record<(typeof linkTags)[number], (children: ReactNode) => ReactNode>
