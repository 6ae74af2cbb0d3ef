import { createElement } from 'react'
import { expect, it } from 'vitest'
import { Testimonial } from '@/components/home/sections'
import { site } from '@/lib/site'
import { catalog, locales } from '../support/catalog'
import { renderIn } from '../support/render'

function show(locale: (typeof locales)[number], kind?: typeof site.testimonial): string {
  return renderIn(locale, catalog(locale), createElement(Testimonial, { kind }))
}

it.each(locales)('the quotation in %s is labelled as made up, until the brand says otherwise', (locale) => {
  const { heading, illustrative, quote } = catalog(locale).Testimonial
  expect(site.testimonial).toBe('illustrative')
  expect(show(locale)).toContain(quote)
  expect(show(locale)).toContain(illustrative)
  // Visibly, and not for screen readers alone.
  expect(show(locale)).toContain(`class="eyebrow">${heading}<`)
  expect(show(locale, 'genuine')).toContain(quote)
  expect(show(locale, 'genuine')).not.toContain(illustrative)
  expect(show(locale, 'hidden')).toBe('')
})
