import type { Metal } from '@/lib/attestations/archive'
import type { Messages } from '@/lib/i18n/messages'
import type { PageName } from '@/lib/routes'

type Heading =
  | 'Hero.title'
  | 'ProductHero.title'
  | 'Contact.title'
  | 'ContactForm.receiptTitle'
  | 'Attestations.title'
  | 'EmailReveal.label'

type PageContent = {
  heading: Heading
  name: Heading | 'Navigation.home' | 'Navigation.product' | 'Navigation.contact'
  metal: Metal
  namespaces: readonly (keyof Messages)[]
  faq?: 'HomeFaq' | 'ProductFaq'
}

export const pageContent: Record<PageName, PageContent> = {
  home: {
    heading: 'Hero.title',
    name: 'Navigation.home',
    metal: 'gold',
    namespaces: [
      'Hero',
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
    metal: 'silver',
    namespaces: [
      'ProductHero',
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
  contact: {
    heading: 'Contact.title',
    name: 'Navigation.contact',
    metal: 'gold',
    namespaces: ['Contact', 'ContactForm', 'EmailReveal'],
  },
  attestations: {
    heading: 'Attestations.title',
    name: 'Attestations.title',
    metal: 'silver',
    namespaces: ['Attestations'],
  },
  again: {
    heading: 'Contact.title',
    name: 'Navigation.contact',
    metal: 'gold',
    namespaces: ['Contact', 'ContactForm'],
  },
  received: {
    heading: 'ContactForm.receiptTitle',
    name: 'ContactForm.receiptTitle',
    metal: 'gold',
    namespaces: ['ContactForm'],
  },
  email: { heading: 'EmailReveal.label', name: 'EmailReveal.label', metal: 'gold', namespaces: ['EmailReveal'] },
}
