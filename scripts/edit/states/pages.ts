import { paths } from '@/lib/routes'
import type { Group } from './types'

export const pages: Group = {
  title: 'Pages',
  states: [
    { id: 'home', name: 'Home', path: paths.home, shows: ['Hero.title'] },
    { id: 'product', name: 'Product', path: paths.product, shows: ['ProductHero.title'] },
    { id: 'contact', name: 'Contact', path: paths.contact, shows: ['Contact.title'] },
    { id: 'attestations', name: 'Attestations', path: paths.attestations, shows: ['Attestations.title'] },
    { id: 'not-found', name: 'Page not found (404)', path: '/no-such-page', shows: ['NotFound.title'] },
    {
      id: 'page-failed',
      name: 'A page that could not be shown',
      path: paths.home,
      steps: () => [{ fail: 'main h1' }],
      shows: ['Errors.title', 'Errors.body', 'Errors.retry'],
    },
    {
      id: 'language-suggestion',
      name: 'The page is offered in other languages',
      path: paths.home,
      steps: () => [{ show: '.suggestion' }],
      shows: [],
    },
    {
      id: 'demo-banner',
      name: 'The banner of a demonstration',
      path: paths.home,
      settings: { DEMO: 'true' },
      shows: ['DemoBanner.banner'],
    },
    {
      id: 'back-to-top',
      name: 'Scrolled down: the button that leads back',
      path: paths.home,
      steps: () => [{ show: '.back-to-top' }],
      shows: ['BackToTop.label'],
    },
  ],
}
