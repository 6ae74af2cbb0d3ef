import type { Messages } from '@/lib/i18n/messages'
import type { PageName } from '@/lib/routes'

type Heading =
  | 'Hero.title'
  | 'ProductHero.title'
  | 'Contact.title'
  | 'Attestations.title'

type PageContent = {
  heading: Heading
  /** The page's name in the breadcrumb. */
  name:
    | Heading
    | 'Navigation.home'
    | 'Navigation.product'
    | 'Navigation.contact'
  namespaces: readonly (keyof Messages)[]
  faq?: 'HomeFaq' | 'ProductFaq'
}

const contact: PageContent = {
  heading: 'Contact.title',
  name: 'Navigation.contact',
  namespaces: ['Contact', 'ContactForm', 'EmailReveal'],
}

export const pageContent: Record<PageName, PageContent> = {
  home: {
    heading: 'Hero.title',
    name: 'Navigation.home',
    namespaces: [
      'Hero',
      'EvidenceLedger',
      'About',
      'Institutions',
      'Benefits',
      'Showcase',
      'WhyUs',
      'Steps',
      'Testimonial',
      'HomeFaq',
      'CallToAction',
    ],
    faq: 'HomeFaq',
  },
  product: {
    heading: 'ProductHero.title',
    name: 'Navigation.product',
    namespaces: [
      'ProductHero',
      'Parties',
      'EnterpriseFeatures',
      'Metals',
      'ProductAbout',
      'KeyFeatures',
      'Differentiators',
      'Disclosures',
      'ProductFaq',
      'ProductCallToAction',
    ],
    faq: 'ProductFaq',
  },
  attestations: {
    heading: 'Attestations.title',
    name: 'Attestations.title',
    namespaces: ['Attestations'],
  },
  contact,
  again: contact,
  received: contact,
  email: contact,
}
