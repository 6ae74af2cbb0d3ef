import type { Page, Route } from '@playwright/test'
import { catalog } from './catalog'
import { validContact } from './contact'

export const contactFields = ['name', 'email', 'company', 'phone', 'message'] as const

/** What the tests of the English contact form reach for on a page, by role and name. */
export function contactOn(page: Page) {
  const words = catalog('en').ContactForm
  const input = (field: (typeof contactFields)[number]) => page.getByRole('textbox', { name: words[field] })
  return {
    words,
    input,
    submit: page.getByRole('button', { name: words.submit }),
    sending: page.getByRole('button', { name: words.submitting }),
    retry: page.getByRole('button', { name: words.retry }),
    success: page.getByText(words.success),
    async fill(values: Partial<Record<(typeof contactFields)[number], string>> = {}) {
      for (const field of contactFields) await input(field).fill(values[field] ?? validContact[field])
    },
  }
}

/** A handler of requests that never answers. */
export function neverAnswer(_: Route) {}
