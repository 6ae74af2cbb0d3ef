import type { ReactNode } from 'react'
import type { linkTags } from '@/lib/i18n/translator'
import { site } from '@/lib/site'
import { ExternalLink } from './external-link'
import { SiteLink } from './site-link'

/** The tags a catalog's running text may use, as links. */
export const richLinks = {
  contact: (words: ReactNode) => <SiteLink to="contact">{words}</SiteLink>,
  product: (words: ReactNode) => <SiteLink to="product">{words}</SiteLink>,
  attestations: (words: ReactNode) => <SiteLink to="attestations">{words}</SiteLink>,
  shop: (words: ReactNode) => <ExternalLink href={site.shopUrl}>{words}</ExternalLink>,
} satisfies Record<(typeof linkTags)[number], (words: ReactNode) => ReactNode>
